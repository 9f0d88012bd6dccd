// A rule or a decision hook that is changed through one of two processes applies in the other from the next payment on.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { says, startCustomer } from '../decision-hook/scene.ts'
import { testDatabase } from '../harness.ts'
import { newCard, ok } from '../money/books.ts'
import { until } from '../until.ts'
import { KeptConnection } from './kept-connections.ts'
import { accountsOn, groupOn, LIMITS_OFF } from './service-group.ts'

const CONNECTIONS = 12
const ROUNDS = 6
const NAMES = ['api-1', 'api-2']

const connection = await testDatabase()
const { newAccount } = accountsOn(connection)
const group = groupOn(connection, NAMES.length, LIMITS_OFF)
const connections: KeptConnection[] = []
after(() => {
  for (const each of connections) each.close()
})

before(async () => {
  await group.start()
  for (let n = 0; n < CONNECTIONS; n++) connections.push(new KeptConnection(group.url))
})

async function openAccount() {
  const { api } = await newAccount(group.url)
  ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '5000', confirm: true }), 201)
  const card = await newCard(api, 1000)
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  const body = { card_id: card, amount: 1, merchant }
  return {
    api,
    /** Makes one payment over each connection, so that every process decides some of them. */
    async reasons(): Promise<unknown[]> {
      const send = (each: KeptConnection) => each.send('POST', '/v1/sandbox/authorizations', api.key, body)
      const replies = await Promise.all(connections.map(send))
      return [...new Set(replies.map(({ text }) => JSON.parse(text).decline_reason))]
    },
    /** Changes a setting over a connection of each process in turn. */
    async change(round: number, method: string, path: string, body?: object) {
      const through = connections[round % CONNECTIONS]!
      const { status, text } = await through.send(method, `/v1${path}`, api.key, body)
      assert.ok(status < 300, text)
      return JSON.parse(text)
    },
  }
}

test('the connections reach both processes', { timeout: 180_000 }, async () => {
  const { reasons } = await openAccount()
  assert.deepEqual(await reasons(), [null])
  for (const name of NAMES)
    await until(`${name} has half of the connections`, async () => {
      const open = await group.metric('nodejs_active_resources', { process: name, type: 'TCPSocketWrap' })
      return open >= CONNECTIONS / NAMES.length
    })
})

test('a rule that is created, changed or deleted through one process applies to the next payment in both', {
  timeout: 180_000,
}, async () => {
  const { reasons, change } = await openAccount()
  assert.deepEqual(await reasons(), [null])
  const when = [{ attribute: 'amount', op: 'at_least', value: 1 }]
  const rule = await change(0, 'POST', '/rules', { name: 'All', action: 'decline', state: 'active', when })
  assert.deepEqual(await reasons(), ['rule_declined'])
  for (let round = 1; round <= ROUNDS; round++) {
    const isActive = round % 2 === 0
    await change(round, 'PATCH', `/rules/${rule.id}`, { state: isActive ? 'active' : 'shadow' })
    assert.deepEqual(await reasons(), [isActive ? 'rule_declined' : null], `round ${round}`)
  }
  await change(ROUNDS + 1, 'DELETE', `/rules/${rule.id}`)
  assert.deepEqual(await reasons(), [null])
})

test('a decision hook that is set or deleted through one process takes effect in both', {
  timeout: 180_000,
}, async () => {
  const { reasons, change } = await openAccount()
  for (let round = 0; round < ROUNDS; round++) {
    const approved = round % 2 === 1
    const customer = await startCustomer(says({ approved }))
    await change(round, 'PUT', '/decision-hook', { url: customer.url, timeout_ms: 2000 })
    assert.deepEqual(await reasons(), [approved ? null : 'hook_declined'], `round ${round}`)
    assert.equal(customer.questions.length, CONNECTIONS, 'only the new URL is called')
  }
  await change(ROUNDS, 'DELETE', '/decision-hook')
  assert.deepEqual(await reasons(), [null])
  await group.stop()
})
