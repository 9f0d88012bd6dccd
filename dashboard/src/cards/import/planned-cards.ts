// Turns the lines of a file into cards that can be created. Every line is checked before anything is sent.

import type { Bin, CardTemplate, Category, CreateCardParams } from '../../api/schemas.ts'
import { readAmount } from '../../ui/amounts.tsx'
import { MAX_LABEL } from '../card-list-filters.tsx'
import { wrongFunding } from '../move-money-dialog.tsx'
import { wrongLimit } from '../settings-fields.tsx'
import { type Line, parseCsv } from './parse-csv.ts'

export const MAX_ROWS = 5000
const METADATA = 'metadata.'
const MAX_KEYS = 20
const columns = ['template', 'bin_id', 'amount', 'label', 'spending_limit', 'allowed_categories', 'auto_freeze_at']

export const exampleFile = [
  'bin_id,amount,label,spending_limit,allowed_categories,auto_freeze_at,metadata.team',
  'bin_visa_us_prepaid_1,100.00,"Ads, November",2000.00,advertising;software,20.00,growth',
  'bin_mastercard_us_debit_1,50.00,Hosting,,,,platform',
  '',
].join('\r\n')

export type PlannedCard = {
  line: number
  /** The values as written in the file, for the preview and for the result. */
  given: Record<string, string>
  params: CreateCardParams
  problem?: string
}

/** `forAll` is the template for every line that names no template. */
export type Catalogue = {
  bins: Bin[]
  categories: Category[]
  templates: CardTemplate[]
  forAll?: CardTemplate | undefined
}
export type Plan = { heading: string[]; cards: PlannedCard[]; problem?: string }

export function planCards(text: string, catalogue: Catalogue): Plan {
  const [first, ...rest] = parseCsv(text)
  const heading = first?.values.map(columnName) ?? []
  const problem = wrongHeading(heading, catalogue) ?? wrongCount(rest.length)
  if (problem !== undefined) return { heading, cards: [], problem }
  return { heading, cards: rest.map((line) => planCard(heading, line, catalogue)) }
}

/** Metadata keys keep their case, because the customer chose them. */
function columnName(text: string): string {
  const name = text.toLowerCase()
  return name.startsWith(METADATA) ? METADATA + text.slice(METADATA.length) : name
}

function wrongHeading(heading: string[], { forAll }: Catalogue): string | undefined {
  const mayLackBin = forAll !== undefined || heading.includes('template')
  const missing = (mayLackBin ? ['amount'] : ['bin_id', 'amount']).filter((name) => !heading.includes(name))
  if (missing.length > 0) return `The first line must name the columns; ${missing.join(' and ')} is missing.`
  const unknown = heading.find((name) => !columns.includes(name) && !isMetadata(name))
  if (unknown !== undefined) return `There is no column “${unknown}”. Known: ${columns.join(', ')}, ${METADATA}<key>.`
  const twice = heading.find((name, index) => heading.indexOf(name) !== index)
  return twice === undefined ? undefined : `The column “${twice}” is used twice.`
}

function isMetadata(name: string): boolean {
  return name.startsWith(METADATA) && name.length > METADATA.length
}

function wrongCount(rows: number): string | undefined {
  if (rows === 0) return 'There is no line under the heading.'
  return rows > MAX_ROWS ? `At most ${MAX_ROWS.toLocaleString('en-US')} cards at a time; this has ${rows}.` : undefined
}

function planCard(heading: string[], { number, values }: Line, catalogue: Catalogue): PlannedCard {
  const given = Object.fromEntries(heading.map((name, index) => [name, values[index] ?? '']))
  const tooMany = values.slice(heading.length).some((value) => value !== '')
  const template = templateOf(given, catalogue)
  const problem = tooMany
    ? 'This line has more values than the heading has columns.'
    : wrongLine(given, template, catalogue)
  const known = typeof template === 'object' ? template : undefined
  return { line: number, given, params: paramsOf(given, known), ...(problem !== undefined && { problem }) }
}

/** Finds the template by id or name. A string is the reason why none was found. */
function templateOf({ template }: Given, { templates, forAll }: Catalogue): CardTemplate | string | undefined {
  if (!template) return forAll
  const byId = templates.find(({ id }) => id === template)
  if (byId) return byId
  const named = templates.filter(({ name }) => name.toLowerCase() === template.toLowerCase())
  if (named.length > 1) return `template: several have the name “${template}”; give the id of one.`
  return named[0] ?? `template: there is no template “${template}”.`
}

function wrongLine(
  given: Given,
  template: CardTemplate | string | undefined,
  catalogue: Catalogue,
): string | undefined {
  return typeof template === 'string' ? template : findProblem(given, template, catalogue)
}

type Given = Record<string, string>

/**
 * Checks rules that the service applies too. If the service refuses a card for another reason, the result of the line
 * shows it.
 */
function findProblem(
  given: Given,
  template: CardTemplate | undefined,
  { bins, categories }: Catalogue,
): string | undefined {
  const binId = given.bin_id || template?.bin_id
  const bin = bins.find(({ id }) => id === binId)
  if (!bin) return binId ? `bin_id: there is no BIN “${binId}”.` : noBin(template)
  const unknown = categoriesOf(given).find(
    (entry) => !/^\d{4}$/.test(entry) && !categories.some(({ name }) => name === entry),
  )
  const funding = wrongFunding(readAmount(given.amount ?? ''))
  const limit = wrongLimit(given.spending_limit ?? '', bin.max_monthly)
  if (funding) return `amount: ${funding}`
  if ((given.label ?? '').length > MAX_LABEL) return `label: at most ${MAX_LABEL} characters.`
  if (limit) return `spending_limit: ${limit}`
  if (unknown !== undefined) return `allowed_categories: there is no category “${unknown}”.`
  if (given.auto_freeze_at && readAmount(given.auto_freeze_at) === undefined)
    return 'auto_freeze_at: an amount such as 20.00.'
  return wrongMetadata(metadataOf(given))
}

function noBin(template: CardTemplate | undefined): string {
  return template ? `bin_id is missing: the template “${template.name}” names no BIN.` : 'bin_id is missing.'
}

function wrongMetadata(metadata: Record<string, string>): string | undefined {
  const entries = Object.entries(metadata)
  if (entries.length > MAX_KEYS) return `metadata: at most ${MAX_KEYS} keys.`
  if (entries.some(([key]) => key.length > 40)) return 'metadata: a key has at most 40 characters.'
  return entries.some(([, value]) => value.length > 500) ? 'metadata: a value has at most 500 characters.' : undefined
}

function categoriesOf({ allowed_categories = '' }: Given): string[] {
  return allowed_categories.split(/[;,|\s]+/).filter(Boolean)
}

function metadataOf(given: Given): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => isMetadata(name) && value !== '')
      .map(([name, value]) => [name.slice(METADATA.length), value]),
  )
}

/**
 * Only the given values; the template and the service fill in the rest. The params of a line with a problem are never
 * sent.
 */
function paramsOf(given: Given, template: CardTemplate | undefined): CreateCardParams {
  const amountOf = (name: string) => (given[name] ? readAmount(given[name]) : undefined)
  const metadata = metadataOf(given)
  const categories = categoriesOf(given)
  const limit = amountOf('spending_limit')
  const threshold = amountOf('auto_freeze_at')
  return {
    ...(template && { template_id: template.id }),
    ...(given.bin_id && { bin_id: given.bin_id }),
    amount: amountOf('amount') ?? 0,
    ...(given.label && { label: given.label }),
    ...(limit !== undefined && { spending_limit: limit }),
    ...(categories.length > 0 && { allowed_categories: categories }),
    ...(threshold !== undefined && { auto_freeze_at: threshold }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}
