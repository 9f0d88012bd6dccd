// Reads processors.json in the data folder, or the same JSON in CARDWRIGHT_PROCESSORS. It lists the processors and
// where their secrets are. It never contains a secret: each entry names a variable or a file. All problems are reported
// at once, one per line.

import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isJsonObject } from '../json-object.ts'
import { ConfigError, type Environment, isLoopback } from './config-values.ts'

export const processorKinds = ['lithic', 'stripe', 'increase'] as const
export type ProcessorKind = (typeof processorKinds)[number]

/** The checked settings that a processor is opened with. */
export type ProcessorSettings = {
  name: string
  kind: ProcessorKind
  environment: 'sandbox' | 'production'
  /** Undefined means the processor's own address for the environment. */
  baseUrl: string | undefined
  apiKey: string
  /** The secrets of processors.json and those that `connect` fetched. Any of them may have signed a message. */
  signingSecrets: () => readonly string[]
  /** Options that only this kind of processor has. */
  options: Readonly<Record<string, string>>
}

/** `secrets` are the signing secrets that the operator has given. */
export type ProcessorEntry = Omit<ProcessorSettings, 'signingSecrets'> & { secrets: readonly string[] }

/** The options of each kind: whether one is required, and what it may be. */
const kindOptions: Record<ProcessorKind, Record<string, { isRequired: boolean; pattern: RegExp }>> = {
  lithic: {
    card_program_token: { isRequired: false, pattern: /^[0-9a-f-]{36}$/ },
    account_token: { isRequired: false, pattern: /^[0-9a-f-]{36}$/ },
    reveal: { isRequired: false, pattern: /^(api|page)$/ },
  },
  // Stripe sends 3-D Secure passcodes to these contacts.
  stripe: {
    holder_email: { isRequired: false, pattern: /^[^\s@]{1,100}@[^\s@]{1,150}$/ },
    holder_phone: { isRequired: false, pattern: /^\+[1-9]\d{6,14}$/ },
  },
  increase: {
    account_id: { isRequired: true, pattern: /^[a-z_0-9]{3,100}$/ },
    entity_id: { isRequired: false, pattern: /^[a-z_0-9]{3,100}$/ },
  },
}

const COMMON = ['kind', 'environment', 'api_key', 'base_url', 'webhook_secret']
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

export function readProcessors(env: Environment, dataDir: string): ProcessorEntry[] {
  const file = join(dataDir, 'processors.json')
  const source = env.CARDWRIGHT_PROCESSORS === undefined ? file : 'CARDWRIGHT_PROCESSORS'
  const text = env.CARDWRIGHT_PROCESSORS ?? readIfThere(file)
  if (text === undefined || text.trim() === '') return []
  const problems: string[] = []
  const entries = Object.entries(parseObject(text, source)).map(([name, value]) =>
    readEntry(env, dataDir, name, value, (problem) => problems.push(`${source}, "${name}": ${problem}`)),
  )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return entries as ProcessorEntry[]
}

type Report = (problem: string) => void

function readEntry(
  env: Environment,
  dataDir: string,
  name: string,
  value: unknown,
  report: Report,
): ProcessorEntry | undefined {
  if (!NAME.test(name) || name === 'sandbox')
    report('the name must be 1 to 40 characters out of a to z, 0 to 9 and -, and not "sandbox"')
  if (!isJsonObject(value)) return void report('must be an object')
  const kind = processorKinds.find((each) => each === value.kind)
  if (!kind) return void report(`"kind" must be one of ${processorKinds.join(', ')}`)
  const { environment } = value
  if (environment !== 'sandbox' && environment !== 'production')
    report('"environment" must be "sandbox" or "production"')
  const secret = (field: string, isRequired: boolean) =>
    readSecret(env, dataDir, value[field], field, isRequired, report)
  const webhookSecret = secret('webhook_secret', false)
  return {
    name,
    kind,
    environment: environment as ProcessorEntry['environment'],
    baseUrl: readBaseUrl(value.base_url, report),
    apiKey: secret('api_key', true) ?? '',
    secrets: webhookSecret === undefined ? [] : [webhookSecret],
    options: readOptions(kind, value, report),
  }
}

/** Plain HTTP is allowed only to this machine; on a network it would show the key to anybody who listens. */
function readBaseUrl(value: unknown, report: Report): string | undefined {
  if (value === undefined) return undefined
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username !== '') report('"base_url" must be an https address without a user')
  return url?.href
}

function readSecret(
  env: Environment,
  dataDir: string,
  value: unknown,
  field: string,
  isRequired: boolean,
  report: Report,
): string | undefined {
  if (value === undefined && !isRequired) return undefined
  const where = isJsonObject(value) && Object.keys(value).length === 1 ? value : {}
  if (typeof where.env === 'string') {
    const text = env[where.env]?.trim()
    if (!text) report(`the variable ${where.env} of "${field}" is not set`)
    return text
  }
  if (typeof where.file === 'string') {
    const path = isAbsolute(where.file) ? where.file : join(dataDir, where.file)
    const text = readIfThere(path)?.trim()
    if (!text) report(`the file ${where.file} of "${field}" is missing or empty`)
    return text
  }
  report(`"${field}" must be {"env": "NAME"} or {"file": "path"}: secrets do not belong into this file`)
  return undefined
}

function readOptions(kind: ProcessorKind, value: Record<string, unknown>, report: Report): Record<string, string> {
  const known = kindOptions[kind]
  for (const field of Object.keys(value)) {
    if (!COMMON.includes(field) && !Object.hasOwn(known, field))
      report(`"${field}" is not known; the fields are ${[...COMMON, ...Object.keys(known)].join(', ')}`)
  }
  const options: Record<string, string> = {}
  for (const [field, { isRequired, pattern }] of Object.entries(known)) {
    const given = value[field]
    if (given === undefined && !isRequired) continue
    if (typeof given === 'string' && pattern.test(given)) options[field] = given
    else report(`"${field}" must match ${pattern.source}`)
  }
  return options
}

function parseObject(text: string, source: string): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ConfigError(`${source}: is not valid JSON`)
  }
  if (!isJsonObject(json))
    throw new ConfigError(`${source}: must be an object, one entry for each processor by its name`)
  return json
}

/** Returns undefined only for a missing file. A file that cannot be read must stop the start. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file}: cannot be read (${(error as Error).message})`)
  }
}
