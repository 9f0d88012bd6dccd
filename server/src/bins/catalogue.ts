/**
 * The BINs that cards can be issued from.
 *
 * Those of `catalogue.json` are examples for the sandbox only. Their prefixes come from test numbers that payment
 * processors publish; none of them is the operator's, so no live card may be issued from them. To issue live cards an
 * operator puts a `bins.json` of the same shape into the data directory, with the ranges of their own sponsor bank.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../json-object.ts'
import builtIn from './catalogue.json' with { type: 'json' }

/** The message says which file, entry and field, for the operator who wrote them. */
export class BinCatalogueError extends Error {}

export type BinDefinition = {
  id: string
  prefix: string
  length: number
  network: 'visa' | 'mastercard'
  type: 'prepaid' | 'debit' | 'credit'
  issuerCountry: string
  threeDs: true
  applePay: boolean
  googlePay: boolean
  maxTransactionCents: bigint
  maxMonthlyCents: bigint
  acceptanceRate: number
  bestFor: string[]
  /** `sandbox`, or the name of a processor of processors.json. */
  processor: string
  environment: 'sandbox' | 'production'
}

/** An entry as the file writes it, once every check below has passed. Amounts are US dollars. */
type BinEntry = {
  id: string
  prefix: string
  length: number
  network: BinDefinition['network']
  type: BinDefinition['type']
  issuer_country: string
  '3ds': true
  apple_pay: boolean
  google_pay: boolean
  max_transaction: number
  max_monthly: number
  acceptance_rate: number
  best_for: string[]
  processor?: string
  environment?: 'sandbox' | 'production'
}

// A double holds every cent up to here with room to spare, so a limit never differs from what the file says.
const MAX_AMOUNT_USD = 1_000_000_000

const oneOf = (choices: readonly string[]) => (value: unknown) =>
  choices.includes(value as string) ? null : `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}`

const text = (pattern: RegExp, rule: string) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? null : rule

const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? null : 'must be true or false')

function amount(value: unknown): string | null {
  if (typeof value !== 'number' || !(value > 0)) return 'must be a number of US dollars above 0'
  if (value > MAX_AMOUNT_USD) return `must not be above ${MAX_AMOUNT_USD}`
  return /^\d+(\.\d{1,2})?$/.test(String(value)) ? null : 'must not have more than two decimals'
}

/** One rule for each field: null when the value is fine, else what it must be. */
const RULES: { readonly [field in keyof BinEntry]-?: (value: unknown) => string | null } = {
  id: text(/^[a-z0-9_]{3,40}$/, 'must be 3 to 40 characters out of a to z, 0 to 9 and _'),
  prefix: text(/^\d{6,9}$/, 'must be text of 6 to 9 digits'),
  // The only length that both networks issue and every shop's form accepts.
  length: (value) => (value === 16 ? null : 'must be 16'),
  network: oneOf(['visa', 'mastercard']),
  type: oneOf(['prepaid', 'debit', 'credit']),
  issuer_country: text(/^[A-Z]{2}$/, 'must be a country code of two capital letters'),
  '3ds': (value) => (value === true ? null : 'must be true, since every card takes part in 3-D Secure'),
  apple_pay: yesOrNo,
  google_pay: yesOrNo,
  max_transaction: amount,
  max_monthly: amount,
  acceptance_rate: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? null : 'must be a number from 0 to 1',
  best_for: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
      ? null
      : 'must be a list of texts, none of them empty',
  processor: text(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be "sandbox" or the name of a processor'),
  environment: oneOf(['sandbox', 'production']),
}
const FIELDS = Object.keys(RULES) as (keyof BinEntry)[]
/** Fields that a catalogue without processors can leave out. */
const OPTIONAL: ReadonlySet<string> = new Set<keyof BinEntry>(['processor', 'environment'])

/** The first digits that ISO/IEC 7812 gives to each network; a card's number outside them would route elsewhere. */
function networkOfPrefix(prefix: string): BinDefinition['network'] | null {
  if (prefix.startsWith('4')) return 'visa'
  const firstTwo = Number(prefix.slice(0, 2))
  const firstFour = Number(prefix.slice(0, 4))
  const isMastercard = (firstTwo >= 51 && firstTwo <= 55) || (firstFour >= 2221 && firstFour <= 2720)
  return isMastercard ? 'mastercard' : null
}

/** Every problem of one entry on its own, as "field ...: what is wrong". */
function problemsOfEntry(entry: Record<string, unknown>): string[] {
  const problems: string[] = []
  const sound: Partial<BinEntry> = {}
  for (const field of FIELDS) {
    if (!Object.hasOwn(entry, field)) {
      if (OPTIONAL.has(field)) continue
      problems.push(`field "${field}" is missing`)
      continue
    }
    const value = entry[field]
    const broken = RULES[field](value)
    if (broken === null) Object.assign(sound, { [field]: value })
    else problems.push(`field "${field}" ${broken}, not ${shown(value)}`)
  }
  for (const field of Object.keys(entry)) {
    if (!Object.hasOwn(RULES, field))
      problems.push(`field "${field}" is not known; the fields are ${FIELDS.join(', ')}`)
  }
  const { prefix, network, max_transaction, max_monthly } = sound
  if (prefix && network && networkOfPrefix(prefix) !== network) {
    const range = network === 'visa' ? '4' : '51 to 55 or 2221 to 2720'
    problems.push(`field "prefix" must begin with ${range} on ${network}, not ${shown(prefix)}`)
  }
  if (max_transaction && max_monthly && max_transaction > max_monthly) {
    problems.push(`field "max_transaction" (${max_transaction}) must not be above "max_monthly" (${max_monthly})`)
  }
  if ((sound.processor ?? 'sandbox') === 'sandbox' && sound.environment === 'production')
    problems.push('field "environment" must not be "production" without a processor: nobody could charge such a card')
  return problems
}

/** Conflicts of one entry with earlier ones, by which a card number could belong to two BINs. */
function problemsBetween(entry: Record<string, unknown>, earlier: unknown[]): string[] {
  const problems: string[] = []
  for (const [index, other] of earlier.entries()) {
    if (!isJsonObject(other)) continue
    if (typeof entry.id === 'string' && entry.id === other.id) {
      problems.push(`field "id" repeats that of ${label(other, index)}`)
    }
    if (RULES.prefix(entry.prefix) !== null || RULES.prefix(other.prefix) !== null) continue
    const [mine, theirs] = [entry.prefix as string, other.prefix as string]
    if (mine.startsWith(theirs) || theirs.startsWith(mine)) {
      problems.push(`field "prefix" ${shown(mine)} overlaps with ${shown(theirs)} of ${label(other, index)}`)
    }
  }
  return problems
}

/**
 * Checks a whole catalogue and reports all problems at once, one per line, so that an operator does not have to restart the
 * service once for each mistake.
 */
export function parseBinCatalogue(json: unknown, source: string): BinDefinition[] {
  if (!Array.isArray(json) || json.length === 0)
    throw new BinCatalogueError(`${source}: must be a list of at least one BIN`)
  const problems = json.flatMap((entry: unknown, position) => {
    if (!isJsonObject(entry)) return [`${label(entry, position)}: must be an object, not ${shown(entry)}`]
    const found = [...problemsOfEntry(entry), ...problemsBetween(entry, json.slice(0, position))]
    return found.map((problem) => `${label(entry, position)}: ${problem}`)
  })
  if (problems.length > 0) throw new BinCatalogueError(problems.map((problem) => `${source}, ${problem}`).join('\n'))
  return (json as BinEntry[]).map(toDefinition)
}

/** The operator's own catalogue if the data directory holds one, else the built-in examples. */
export function readBinCatalogue(dataDir: string): BinDefinition[] {
  const file = join(dataDir, 'bins.json')
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    // Only absence means "use the examples". A file that is there but cannot be read must stop the start: issuing from
    // the wrong ranges is worse than not starting.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return parseBinCatalogue(builtIn, 'bins/catalogue.json')
    throw new BinCatalogueError(`${file}: cannot be read (${(error as Error).message})`, { cause: error })
  }
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    throw new BinCatalogueError(`${file}: is not valid JSON (${(error as Error).message})`, { cause: error })
  }
  return parseBinCatalogue(json, file)
}

function toDefinition(entry: BinEntry): BinDefinition {
  return {
    id: entry.id,
    prefix: entry.prefix,
    length: entry.length,
    network: entry.network,
    type: entry.type,
    issuerCountry: entry.issuer_country,
    threeDs: entry['3ds'],
    applePay: entry.apple_pay,
    googlePay: entry.google_pay,
    maxTransactionCents: toCents(entry.max_transaction),
    maxMonthlyCents: toCents(entry.max_monthly),
    acceptanceRate: entry.acceptance_rate,
    bestFor: [...entry.best_for],
    processor: entry.processor ?? 'sandbox',
    environment: entry.environment ?? 'sandbox',
  }
}

// Rounding only undoes the product's binary error (1.1 * 100 is 110.00000000000001): `amount` let no third decimal in.
const toCents = (dollars: number): bigint => BigInt(Math.round(dollars * 100))

/** Entries are counted from 1, as a person reading the file does. */
function label(entry: unknown, position: number): string {
  const id = isJsonObject(entry) && typeof entry.id === 'string' ? ` (${shown(entry.id)})` : ''
  return `entry ${position + 1}${id}`
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
