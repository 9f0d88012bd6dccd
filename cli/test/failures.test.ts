// Error messages of the program, for people and for programs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { newCard } from '../../server/test/money/books.ts'
import { commands } from '../src/commands.ts'
import { helpOf } from '../src/framework/help.ts'
import { program } from '../src/program.ts'
import { environmentFor, fails, receive, succeeds } from './cli-fixture.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(100)
const env = environmentFor({ url: service.url, key: api.key })

const failure = async (args: string[], given = env, code = 1) =>
  JSON.parse(await fails([...args, '--json'], given, code))

test('with --json, a failed call prints the error of the API', async () => {
  const missing = await failure(['cards', 'get', `card_${'0'.repeat(28)}`])
  const { request_id, ...rest } = (await api.get(`/cards/card_${'0'.repeat(28)}`)).body
  assert.deepEqual({ ...missing, request_id }, { ...rest, request_id })
  assert.match(missing.request_id, /^req_/)
  const amount = await failure(['cards', 'create', '--bin', 'bin_visa_us_prepaid_1', '--amount', '0.50'])
  assert.deepEqual([amount.error, amount.code, amount.param], ['invalid_amount', 400, 'amount'])
})

test('with --json, a failure without an answer of the API has the same fields', async () => {
  const gone = await receive()
  await gone.close()
  const { message, ...rest } = await failure(['wallet', 'balance'], { ...env, CARDWRIGHT_BASE_URL: gone.url })
  assert.deepEqual(rest, { error: 'connection', code: null, request_id: null })
  assert.match(message, /ECONNREFUSED/)
  assert.deepEqual(await failure(['cards', 'create'], env, 2), {
    error: 'usage',
    message: 'cards create needs --amount USD',
    code: null,
    request_id: null,
  })
})

test('a negative amount is reported as a wrong amount, not as an unknown option', async () => {
  const message = 'AMOUNT must be an amount in USD, such as 25 or 1,234.50'
  for (const args of [
    ['fund', 'card_1', '-5'],
    ['withdraw', 'card_1', '-0.50'],
  ])
    assert.equal((await failure(['cards', ...args], env, 2)).message, message)
  const created = await failure(['cards', 'create', '--bin', 'bin_visa_us_prepaid_1', '--amount', '-5'], env, 2)
  assert.equal(created.message, message.replace('AMOUNT', '--amount'))
})

test('a table shows a label unchanged, with every $ in it', async () => {
  const label = 'Ads for $$5, not for $1'
  await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1, label })
  assert.ok((await succeeds(['cards', 'list'], env)).includes(label))
})

test('an address without /v1 is reported', async () => {
  const said = await fails(['cards', 'freeze', 'card_1'], { ...env, CARDWRIGHT_BASE_URL: service.url })
  assert.match(said, /does not end in \/v1: is that missing\?/)
})

test('events resend fails if the event was sent to nobody', async () => {
  await newCard(api, 10)
  const event = (await api.get('/events')).body.data[0]
  const said = await fails(['events', 'resend', event.id], env)
  assert.match(said, new RegExp(`${event.id} was sent to nobody: no active endpoint .* cardwright webhooks list`))
})

test('a wrong call prints the help of the intended command', async () => {
  const key = { ...env, CARDWRIGHT_API_KEY: 'sk_test_x' }
  const helpFor = (name: string) => helpOf(program, commands.find((each) => each.name === name)!)
  for (const [name, ...rest] of [
    ['cards create', '--amount', '5'],
    ['cards list', '--staus', 'x'],
    ['cards fund', 'a', 'b'],
  ]) {
    const said = await fails([...name!.split(' '), ...rest], key, 2)
    assert.ok(said.startsWith('cardwright: ') && said.endsWith(`\n\n${helpFor(name!)}\n`), said)
  }
  assert.match(
    await fails(['cards', 'creat'], env, 2),
    /\n\n {2}cardwright cards COMMAND \[OPTIONS\]\n\n {2}cards create/,
  )
  assert.match(await fails(['qqqqqqqq'], env, 2), /\n\nFor help: cardwright --help\n$/)
})
