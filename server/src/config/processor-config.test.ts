// processors.json: which settings are accepted, and that an error names the entry and the field without showing a
// secret.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderWith } from '../../test/folder-with.ts'
import { ConfigError } from './config-values.ts'
import { readProcessors } from './processor-config.ts'

const SECRET = 'sk_live_neverToBeShownAnywhere'
const lithic = { kind: 'lithic', environment: 'production', api_key: { env: 'THE_KEY' } }

function read(entries: unknown, env: Record<string, string> = {}, dataDir = '/nonexistent') {
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries)
  return readProcessors({ THE_KEY: SECRET, CARDWRIGHT_PROCESSORS: text, ...env }, dataDir)
}

function problemsOf(entries: unknown, env: Record<string, string> = {}): string {
  try {
    read(entries, env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    assert.doesNotMatch(error.message, /neverToBeShown/)
    return error.message
  }
  return assert.fail(`taken: ${JSON.stringify(entries)}`)
}

test('a missing file and an empty variable mean that there is no processor', () => {
  assert.deepEqual(readProcessors({}, '/nonexistent'), [])
  assert.deepEqual(read(''), [])
  assert.deepEqual(read({}), [])
})

test('an entry of each kind is read, with secrets from variables and files', () => {
  const dataDir = folderWith({ 'keys/increase': `${SECRET}\n` })
  const entries = read(
    {
      'lithic-main': { ...lithic, reveal: 'page', webhook_secret: { env: 'THE_SECRET' } },
      stripe: { ...lithic, kind: 'stripe', environment: 'sandbox', holder_email: 'cards@example.com' },
      increase: { ...lithic, kind: 'increase', account_id: 'account_1', api_key: { file: 'keys/increase' } },
    },
    { THE_SECRET: ' whsec_x ' },
    dataDir,
  )
  assert.deepEqual(
    entries.map(({ name, kind, environment, apiKey, secrets, options }) => ({
      name,
      kind,
      environment,
      apiKey,
      secrets,
      options,
    })),
    [
      { ...common('lithic-main', 'lithic', 'production'), secrets: ['whsec_x'], options: { reveal: 'page' } },
      { ...common('stripe', 'stripe', 'sandbox'), secrets: [], options: { holder_email: 'cards@example.com' } },
      { ...common('increase', 'increase', 'production'), secrets: [], options: { account_id: 'account_1' } },
    ],
  )
})

function common(name: string, kind: string, environment: string) {
  return { name, kind, environment, apiKey: SECRET }
}

test('processors.json in the data folder is read if the variable is not set, and errors name the file', () => {
  const dataDir = folderWith({ 'processors.json': JSON.stringify({ a: lithic }) })
  assert.equal(readProcessors({ THE_KEY: SECRET }, dataDir)[0]!.name, 'a')
  const broken = folderWith({ 'processors.json': '{"a": ' })
  assert.throws(() => readProcessors({}, broken), /processors\.json: is not valid JSON/)
})

const wrong: [what: string, entry: unknown, says: RegExp][] = [
  ['an entry that is not an object', 7, /"a": must be an object/],
  ['an unknown kind', { ...lithic, kind: 'marqeta' }, /"kind" must be one of lithic, stripe, increase/],
  ['a missing environment', { ...lithic, environment: undefined }, /"environment" must be "sandbox" or "production"/],
  ['a missing key', { ...lithic, api_key: undefined }, /"api_key" must be \{"env": "NAME"\}/],
  ['a key in the file', { ...lithic, api_key: SECRET }, /"api_key" must be .* secrets do not belong into this file/],
  ['a key with two sources', { ...lithic, api_key: { env: 'THE_KEY', file: 'x' } }, /"api_key" must be/],
  [
    'a variable that is not set',
    { ...lithic, api_key: { env: 'NOT_SET' } },
    /the variable NOT_SET of "api_key" is not/,
  ],
  ['a missing file', { ...lithic, api_key: { file: 'gone' } }, /the file gone of "api_key" is missing/],
  ['a secret in the file', { ...lithic, webhook_secret: SECRET }, /"webhook_secret" must be/],
  ['a URL without TLS', { ...lithic, base_url: 'http://api.example.com' }, /"base_url" must be an https address/],
  ['a URL with credentials', { ...lithic, base_url: `https://u:${SECRET}@x.example` }, /"base_url" must be an https/],
  ['an invalid URL', { ...lithic, base_url: 'somewhere' }, /"base_url" must be an https address/],
  ['an unknown field', { ...lithic, apikey: 'x' }, /"apikey" is not known; the fields are kind, environment/],
  ['an option of another kind', { ...lithic, account_id: 'account_1' }, /"account_id" is not known/],
  ['an option with an invalid value', { ...lithic, reveal: 'loudly' }, /"reveal" must match/],
  ['a required option that is missing', { ...lithic, kind: 'increase' }, /"account_id" must match/],
]

for (const [what, entry, says] of wrong) {
  test(`${what} is reported with its entry and field`, () => {
    const said = problemsOf({ a: entry })
    assert.match(said, says)
    assert.match(said, /^CARDWRIGHT_PROCESSORS, "a": /)
  })
}

test('names that do not fit in a URL, and the name of the built-in processor, are rejected', () => {
  for (const name of ['sandbox', 'Lithic', 'a b', '-a', 'a/b', '', 'x'.repeat(41)])
    assert.match(problemsOf({ [name]: lithic }), /the name must be 1 to 40 characters/, name)
})

test('a file that is not a JSON object is rejected without being quoted', () => {
  for (const text of ['[]', 'null', '7', `{"a": "${SECRET}`]) problemsOf(text)
})

test('all mistakes are reported together, one per line', () => {
  const said = problemsOf({ a: { ...lithic, environment: 'x', base_url: 'y' }, b: { ...lithic, kind: 'z' } })
  assert.equal(said.split('\n').length, 3)
})
