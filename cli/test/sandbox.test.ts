import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { EVENT_TYPES, type EventType } from '../src/event-types.ts'
import { recipes } from '../src/trigger/recipes.ts'
import { environmentFor, fails, json, receive, succeeds } from './cli-fixture.ts'

const service = await startTestService({}, { worker: true })
const api = await service.workspace()
const env = environmentFor({ url: service.url, key: api.key })

/** These events need a decision by another key or a person. */
const BY_ANOTHER: EventType[] = ['spend_request.approved', 'spend_request.denied', 'spend_request.used']

test('trigger makes every event happen, starting with an empty wallet', async () => {
  const { url } = await receive()
  assert.match(await fails(['trigger', 'webhook.test'], env), /webhook\.test needs an endpoint/)
  await api.post('/webhooks', { url, events: ['card.frozen'] })
  assert.deepEqual(Object.keys(recipes).sort(), [...EVENT_TYPES].sort())
  for (const type of EVENT_TYPES) {
    if (BY_ANOTHER.includes(type)) {
      assert.match(await fails(['trigger', type], env), /a key cannot approve or deny its own request/)
      continue
    }
    const event = await json(['trigger', type], env)
    assert.equal(event.type, type)
    assert.equal((await api.get(`/events/${event.id}`)).status, 200)
  }
  await service.audit()
})

test('trigger uses the given card, amount and merchant', async () => {
  const { data } = await json(['cards', 'list', '--status', 'active'], env)
  const card = data[0].id
  const event = await json(
    ['trigger', 'transaction.settled', '--card', card, '--amount', '2.50', '--merchant', 'Kiosk'],
    env,
  )
  assert.deepEqual([event.data.card_id, event.data.amount, event.data.merchant.name], [card, -2.5, 'Kiosk'])
  await json(['cards', 'freeze', card], env)
  assert.equal((await json(['trigger', 'card.frozen', '--card', card], env)).data.id, card)
  assert.match(await fails(['trigger', 'transaction.authorized', '--card', card], env), /declined: card_frozen/)
  assert.match(
    await succeeds(['trigger', 'deposit.pending', '--amount', '500'], env),
    /^ +\d+ +evt_\w+ +deposit\.pending/m,
  )
  assert.match(await fails(['trigger', 'card.frozn'], env, 2), /did you mean "card\.frozen"\?/)
})

test('trigger pays in another currency with a card that has enough money', async () => {
  const { data } = await json(['trigger', 'transaction.settled', '--amount', '200', '--currency', 'GBP'], env)
  assert.deepEqual([data.merchant_amount, data.merchant_currency, data.amount], [-200, 'GBP', -254])
  const declined = await json(['trigger', 'transaction.declined', '--currency', 'JPY'], env)
  assert.deepEqual([declined.data.merchant_currency, declined.data.decline_reason], ['JPY', 'insufficient_funds'])
  const shown = await succeeds(['transactions', 'get', data.id], env)
  assert.match(shown, /^merchant_amount +-200$/m)
  assert.match(await fails(['trigger', 'transaction.settled', '--currency', 'XPF'], env), /no rate for XPF/)
  assert.match(
    await fails(['trigger', 'deposit.pending', '--currency', 'EUR'], env, 2),
    /--currency is only for payments/,
  )
})

test('exchange rates can be shown, set and cleared', async () => {
  const built = await json(['sandbox', 'rates'], env)
  assert.deepEqual([built.rates.EUR, built.overridden], ['1.0834', []])
  const set = await json(['sandbox', 'rates', 'set', '--rate', 'EUR=1.2', '--rate', 'XPF=0.009'], env)
  assert.deepEqual([set.rates.EUR, set.rates.XPF, set.overridden], ['1.2', '0.009', ['EUR', 'XPF']])
  assert.match(await succeeds(['sandbox', 'rates'], env), /^rates\.XPF +0\.009$/m)
  assert.match(await fails(['sandbox', 'rates', 'set', '--rate', 'EUR='], env, 2), /EUR= needs a rate/)
  assert.match(await fails(['sandbox', 'rates', 'set'], env, 2), /--rate/)
  assert.match(await fails(['sandbox', 'rates', 'set', '--rate', 'EUR=much'], env), /rates\.EUR/)
  assert.deepEqual(await json(['sandbox', 'rates', 'clear'], env), built)
})

test('trigger does not show a passcode', async () => {
  assert.equal((await json(['trigger', '3ds.challenge'], env)).data.otp, '***')
})

test('sandbox clock advance moves the clock forward', async () => {
  const before = Date.parse((await json(['sandbox', 'clock'], env)).now)
  const later = Date.parse((await json(['sandbox', 'clock', 'advance', '7d12h'], env)).now)
  assert.ok(Math.abs(later - before - 7.5 * 86_400_000) < 60_000, `the clock moved by ${later - before} ms`)
  assert.match(await fails(['sandbox', 'clock', 'advance', 'soon'], env, 2), /"soon" is not a duration/)
})

test('sandbox reset removes every card', async () => {
  assert.equal((await json(['sandbox', 'reset'], env)).ok, true)
  assert.deepEqual((await json(['cards', 'list'], env)).data, [])
})

test('sandbox commands refuse a live key', async () => {
  const { key } = await service.workspace('production')
  assert.match(await fails(['sandbox', 'clock'], { ...env, CARDWRIGHT_API_KEY: key }), /sandbox_only/)
})
