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
    assert.ok(error instanceof ConfigError)
    assert.doesNotMatch(error.message, /neverToBeShown/)
    return error.message
  }
  return assert.fail(`taken: ${JSON.stringify(entries)}`)
}

test('no file and an empty variable mean no processor', () => {
  assert.deepEqual(readProcessors({}, '/nonexistent'), [])
  assert.deepEqual(read(''), [])
  assert.deepEqual(read({}), [])
})

test('an entry of each kind is read, its secrets from variables and files', () => {
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

test('the file of the data folder is read where the variable is not set, and named in what is wrong with it', () => {
  const dataDir = folderWith({ 'processors.json': JSON.stringify({ a: lithic }) })
  assert.equal(readProcessors({ THE_KEY: SECRET }, dataDir)[0]!.name, 'a')
  const broken = folderWith({ 'processors.json': '{"a": ' })
  assert.throws(() => readProcessors({}, broken), /processors\.json: is not valid JSON/)
})

const wrong: [what: string, entry: unknown, says: RegExp][] = [
  ['an entry that is none', 7, /"a": must be an object/],
  ['another kind', { ...lithic, kind: 'marqeta' }, /"kind" must be one of lithic, stripe, increase/],
  ['no environment', { ...lithic, environment: undefined }, /"environment" must be "sandbox" or "production"/],
  ['no key', { ...lithic, api_key: undefined }, /"api_key" must be \{"env": "NAME"\}/],
  ['a key in the file', { ...lithic, api_key: SECRET }, /"api_key" must be .* secrets do not belong into this file/],
  ['two places of a key', { ...lithic, api_key: { env: 'THE_KEY', file: 'x' } }, /"api_key" must be/],
  [
    'a variable that is not set',
    { ...lithic, api_key: { env: 'NOT_SET' } },
    /the variable NOT_SET of "api_key" is not/,
  ],
  ['a file that is not there', { ...lithic, api_key: { file: 'gone' } }, /the file gone of "api_key" is missing/],
  ['a secret in the file', { ...lithic, webhook_secret: SECRET }, /"webhook_secret" must be/],
  ['an address in the clear', { ...lithic, base_url: 'http://api.example.com' }, /"base_url" must be an https address/],
  ['a user in the address', { ...lithic, base_url: `https://u:${SECRET}@x.example` }, /"base_url" must be an https/],
  ['an address that is none', { ...lithic, base_url: 'somewhere' }, /"base_url" must be an https address/],
  ['a field that nobody knows', { ...lithic, apikey: 'x' }, /"apikey" is not known; the fields are kind, environment/],
  ['an option of another kind', { ...lithic, account_id: 'account_1' }, /"account_id" is not known/],
  ['an option out of its form', { ...lithic, reveal: 'loudly' }, /"reveal" must match/],
  ['a required option that is missing', { ...lithic, kind: 'increase' }, /"account_id" must match/],
]

for (const [what, entry, says] of wrong) {
  test(`${what} is named by entry and field`, () => {
    const said = problemsOf({ a: entry })
    assert.match(said, says)
    assert.match(said, /^CARDWRIGHT_PROCESSORS, "a": /)
  })
}

test('names that could not stand in an address are refused, and so is the name of the built-in one', () => {
  for (const name of ['sandbox', 'Lithic', 'a b', '-a', 'a/b', '', 'x'.repeat(41)])
    assert.match(problemsOf({ [name]: lithic }), /the name must be 1 to 40 characters/, name)
})

test('what is no object, or no JSON, is refused without being shown', () => {
  for (const text of ['[]', 'null', '7', `{"a": "${SECRET}`]) problemsOf(text)
})

test('every mistake is told at once, one in a line', () => {
  const said = problemsOf({ a: { ...lithic, environment: 'x', base_url: 'y' }, b: { ...lithic, kind: 'z' } })
  assert.equal(said.split('\n').length, 3)
})
