// Every invalid input of every write endpoint is rejected with its error identifier, and wallet, cards, ledger and
// events stay unchanged.

import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, BIN, make, missingId, newCard } from './assertions.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(20_000)
const { id } = await newCard(api, { amount: 500, metadata: { kept: true } })
const pending = (await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100' })).body.id
const missing = await missingId(service, api)

/** `json` is the literal JSON text, because JSON.stringify cannot write some of these numbers. */
type Case = { method: string; path: string; json: string; error: string | string[]; param?: string | undefined }
const cases: Case[] = []
/**
 * The body as it appears in a test name: without the fields that every body has, and with invisible characters escaped.
 */
function shown(json: string): string {
  const plain = json
    .replace(`"bin_id":"${BIN}","amount":10,`, '... ')
    .replace(/[^ -~]/gu, (each) => `U+${each.codePointAt(0)!.toString(16)}`)
  return plain.length > 60 ? `${plain.slice(0, 50)}… (${json.length} characters)` : plain
}

// The values that each field rejects. If the specification names no error for a wrong type, each plausible one is
// accepted.
const notANumber = ['"100"', 'true', 'null', '[]', '[100]', '{}', '""']
const notText = ['1', 'true', 'null', '[]', '{}', '["a"]']
const badText = ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"x\\ud83d"']
const tooLong = JSON.stringify('x'.repeat(65))
const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, i])))
const deep = '['.repeat(5000) + ']'.repeat(5000)

const fundingAmounts = [
  '0',
  '-0',
  '-1',
  '0.99',
  '0.999',
  '1.005',
  '1.001',
  '5000.01',
  '5000.001',
  '5001',
  '1e400',
  '-1e400',
  '1e21',
  '1e-7',
  '1.0000001',
  ...notANumber,
]
const withdrawals = ['0', '-0', '-0.01', '0.001', '0.009', '1.005', '1e-7', '1e400', '-1e400', '-5', ...notANumber]
const thresholds = ['-0.01', '-1', '1.005', '1e400', '0.001', ...notANumber]
const limits: [json: string, error: string | string[]][] = [
  ...['0', '-0', '-1', '20000.01', '1e400', '1e12'].map((json): [string, string] => [json, 'invalid_spending_limit']),
  ...['0.001', '1.005', ...notANumber].map((json): [string, string[]] => [
    json,
    ['invalid_spending_limit', 'invalid_amount', 'invalid_request'],
  ]),
]
const labels = [tooLong, JSON.stringify('🦊'.repeat(65)), ...notText, ...badText]
const categories = [
  '["no such"]',
  '["Advertising"]',
  '["advertising","nope"]',
  '["123"]',
  '["12345"]',
  '["１２３４"]',
  '[""]',
  '[" advertising"]',
  '["7311\\n"]',
  '["\\u0000"]',
  `["${'x'.repeat(100)}"]`,
]
const mistypedCategories = ['"advertising"', '{}', '1', 'null', '[1]', '[null]', '[["advertising"]]', `[${deep}]`]
const metadataValues = [
  '{"a":[]}',
  '{"a":{}}',
  '{"a":{"b":1}}',
  `{"a":${deep}}`,
  `{"a":"${'x'.repeat(501)}"}`,
  `{"${'k'.repeat(41)}":1}`,
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '{"\\udfff":1}',
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"line\\nbreak":{"b":1}}',
  '{"line\\nbreak":[]}',
  `{"line\\nbreak":"${'x'.repeat(501)}"}`,
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{}}}',
]
const mistypedMetadata = ['[]', '"a"', '1', 'true', 'null', '[{"a":1}]']

function refuse(method: string, path: string, json: string, error: string | string[], param?: string): void {
  cases.push({ method, path, json, error, param })
}

/** The settings that creation and PATCH have in common. */
function refuseSettings(method: string, path: string, body: (field: string, json: string) => string): void {
  for (const json of labels) refuse(method, path, body('label', json), 'invalid_request', 'label')
  for (const [json, error] of limits) refuse(method, path, body('spending_limit', json), error, 'spending_limit')
  for (const json of thresholds) refuse(method, path, body('auto_freeze_at', json), 'invalid_amount', 'auto_freeze_at')
  for (const json of categories) refuse(method, path, body('allowed_categories', json), 'invalid_category')
  for (const json of mistypedCategories)
    refuse(method, path, body('allowed_categories', json), ['invalid_category', 'invalid_request'])
  for (const json of [...metadataValues, manyKeys]) refuse(method, path, body('metadata', json), 'invalid_metadata')
  for (const json of mistypedMetadata)
    refuse(method, path, body('metadata', json), ['invalid_metadata', 'invalid_request'])
}

refuseSettings('POST', '/cards', (field, json) => `{"bin_id":"${BIN}","amount":10,"${field}":${json}}`)
refuse('POST', '/cards', `{"bin_id":"${BIN}","amount":10,"metadata":{"a":null}}`, 'invalid_metadata')
for (const json of fundingAmounts)
  refuse('POST', '/cards', `{"bin_id":"${BIN}","amount":${json}}`, 'invalid_amount', 'amount')
refuse('POST', '/cards', `{"bin_id":"${BIN}"}`, 'invalid_amount', 'amount')
for (const json of notText)
  refuse('POST', '/cards', `{"bin_id":${json},"amount":10}`, ['invalid_bin', 'invalid_request'], 'bin_id')
for (const json of ['"bin_nobody"', '""', ...badText])
  refuse('POST', '/cards', `{"bin_id":${json},"amount":10}`, 'invalid_bin', 'bin_id')
refuse('POST', '/cards', '{"amount":10}', ['invalid_bin', 'invalid_request'], 'bin_id')
refuse('POST', '/cards', '{}', ['invalid_bin', 'invalid_request', 'invalid_amount'])

refuseSettings('PATCH', `/cards/${id}`, (field, json) => `{"${field}":${json}}`)
for (const field of ['bin_id', 'amount', 'status', 'balance', 'id'])
  refuse('PATCH', `/cards/${id}`, `{"${field}":"x"}`, 'invalid_request', field)

for (const json of fundingAmounts) refuse('POST', `/cards/${id}/fund`, `{"amount":${json}}`, 'invalid_amount', 'amount')
for (const json of withdrawals)
  refuse('POST', `/cards/${id}/withdraw`, `{"amount":${json}}`, 'invalid_amount', 'amount')
for (const json of ['1e12', '99999999.99'])
  refuse('POST', `/cards/${id}/withdraw`, `{"amount":${json}}`, ['insufficient_funds', 'invalid_amount'])
for (const verb of ['fund', 'withdraw']) refuse('POST', `/cards/${id}/${verb}`, '{}', 'invalid_amount', 'amount')

const amounts = [
  '""',
  '"0"',
  '"0.0"',
  '"-1"',
  '"+1"',
  '"1e3"',
  '" 1"',
  '"1."',
  '".5"',
  '"1,000"',
  '"0x10"',
  '"١٢"',
  '"NaN"',
  '"Infinity"',
  '"1.0000001"',
  '"1\\u0000"',
  `"${'9'.repeat(64)}"`,
  `"${'9'.repeat(30)}"`,
  `"${'9'.repeat(100)}"`,
]
for (const json of amounts)
  refuse(
    'POST',
    '/sandbox/deposits',
    `{"currency":"usdt","amount_crypto":${json}}`,
    ['invalid_amount', 'invalid_request'],
    'amount_crypto',
  )
for (const json of ['100', 'null', 'true', '["1"]'])
  refuse(
    'POST',
    '/sandbox/deposits',
    `{"currency":"usdt","amount_crypto":${json}}`,
    ['invalid_amount', 'invalid_request'],
    'amount_crypto',
  )
for (const [currency, amount] of [
  ['btc', '0.123456789'],
  ['eth', '0.1234567890123456789'],
  ['sol', '0.1234567891'],
]) {
  refuse(
    'POST',
    '/sandbox/deposits',
    `{"currency":"${currency}","amount_crypto":"${amount}"}`,
    'invalid_amount',
    'amount_crypto',
  )
}
for (const json of ['"doge"', '"USDT"', '""', '"usdt "', '"__proto__"'])
  refuse('POST', '/sandbox/deposits', `{"currency":${json},"amount_crypto":"10"}`, 'invalid_currency', 'currency')
for (const json of ['1', 'null', '["usdt"]', '{}'])
  refuse(
    'POST',
    '/sandbox/deposits',
    `{"currency":${json},"amount_crypto":"10"}`,
    ['invalid_currency', 'invalid_request'],
    'currency',
  )
for (const json of ['"true"', '1', 'null', '[]'])
  refuse(
    'POST',
    '/sandbox/deposits',
    `{"currency":"usdt","amount_crypto":"10","confirm":${json}}`,
    'invalid_request',
    'confirm',
  )
refuse('POST', '/sandbox/deposits', '{"amount_crypto":"10"}', ['invalid_currency', 'invalid_request'], 'currency')
refuse('POST', '/sandbox/deposits', '{"currency":"usdt"}', ['invalid_amount', 'invalid_request'], 'amount_crypto')

// These bodies are rejected by every endpoint that accepts a body, whether it requires one or not.
const bodies: [method: string, path: string, fields: string][] = [
  ['POST', '/cards', `"bin_id":"${BIN}","amount":10`],
  ['PATCH', `/cards/${id}`, '"label":"x"'],
  ['POST', `/cards/${id}/fund`, '"amount":10'],
  ['POST', `/cards/${id}/withdraw`, '"amount":10'],
  ['POST', `/cards/${id}/freeze`, ''],
  ['POST', `/cards/${id}/unfreeze`, ''],
  ['POST', '/sandbox/deposits', '"currency":"usdt","amount_crypto":"10"'],
  ['POST', `/sandbox/deposits/${pending}/confirm`, ''],
  ['POST', `/sandbox/deposits/${pending}/expire`, ''],
]
for (const [method, path, fields] of bodies) {
  const rest = fields && `,${fields}`
  for (const [field, json] of [
    ['colour', '"red"'],
    ['Amount', '10'],
    ['', '1'],
    ['__proto__', '{}'],
    ['constructor', '1'],
    ['a\\u0000', '1'],
    ['nested', deep],
  ]) {
    refuse(method, path, `{"${field}":${json}${rest}}`, 'invalid_request')
  }
  for (const json of ['[]', `[{${fields}}]`, '"text"', '1', 'true', 'null', deep]) {
    refuse(method, path, json, ['invalid_request', 'invalid_amount', 'invalid_bin', 'invalid_currency'])
  }
  for (const json of [
    '{',
    `{${fields}`,
    `{${fields},}`,
    `{${fields}} x`,
    "{'a':1}",
    '{"a":NaN}',
    '{"a":-Infinity}',
    '{"a":01}',
    '{"a":.5}',
    '{"a":"\n"}',
    '\ufeff{}',
    'undefined',
    '// x',
    '<xml/>',
  ]) {
    refuse(method, path, json, 'invalid_json')
  }
}

for (const { method, path, json, error, param } of cases) {
  const name = path.replace(id, '{card_id}').replace(pending, '{id}')
  test(`${method} ${name} rejects ${shown(json)}`, async () => {
    const refused = await assertNothingChanges(service, api, [id], () => make(api, { method, path, body: json }))
    assertError(refused, 400, error, param)
  })
}

for (const verb of ['fund', 'withdraw', 'freeze', 'unfreeze']) {
  test(`${verb} on a missing card returns 404 and changes nothing`, async () => {
    const body = verb.endsWith('freeze') ? undefined : { amount: 10 }
    assertError(
      await assertNothingChanges(service, api, [id], () => api.post(`/cards/${missing}/${verb}`, body)),
      404,
      'card_not_found',
    )
  })
}

test('the books balance', () => service.audit())
