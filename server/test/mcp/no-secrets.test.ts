// Every byte that leaves for an agent, and every line of the log, during a whole purchase: no number, CVV, key or secret, and
// a passcode only in the answer of wait_for_passcode.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { identifier } from '../../src/database/database.ts'
import { workspaceWith } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, done, workspaceOf } from '../sandbox/scene.ts'
import { httpTransport, namesOf, newClient, refused, used } from './mcp-clients.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const logged: string[] = []
service.services.log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })

const rights = { kind: 'agent', ownCards: true, budget: { amountCents: 20_000n, window: 'month' } } as const
const asked = { amount: '25', merchant_name: 'Acme Books', reason: 'The manual for the printer in room 4.' }

for (const era of ['modern', 'legacy'] as const)
  test(`a purchase by an agent (${era})`, async () => {
    const boss = await workspaceWith(service, 100)
    const webhook = done(await boss.post('/webhooks', { url: 'https://hooks.example/x', events: ['*'] }), 201)
    const agent = await anotherKey(service, boss, { rights })
    const left: { asked: string; text: string }[] = []
    const listening: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const text = await response.clone().text()
      left.push({ asked: String(init?.body ?? ''), text: `${JSON.stringify([...response.headers])}${text}` })
      return response
    }
    const client = newClient(era)
    await client.connect(httpTransport(service.url, agent.key, listening))
    await namesOf(client)
    await used(client, 'whoami')
    const request = await used(client, 'create_spend_request', { ...asked, idempotency_key: 'one' })
    const { card_id } = done(await boss.post(`/spend-requests/${request.id}/approve`), 200)
    const details = done(await boss.get(`/cards/${card_id}/details`), 200)
    await used(client, 'get_spend_request', { spend_request_id: request.id })
    await used(client, 'list_cards')
    await used(client, 'get_card', { card_id })
    await used(client, 'get_balance')
    const { otp } = done(await boss.post('/sandbox/3ds', { card_id, amount: 20, merchant: 'Acme Books' }), 201)
    const { passcode } = await used(client, 'wait_for_passcode', { card_id })
    assert.equal(passcode.passcode, otp)
    done(
      await boss.post('/sandbox/authorizations', {
        card_id,
        amount: 2,
        merchant: { name: 'Others', mcc: '5942', country: 'US' },
      }),
      201,
    )
    const { data } = await used(client, 'list_transactions', { card_id })
    await used(client, 'explain_decline', { transaction_id: data[0].id })
    await used(client, 'report_outcome', { spend_request_id: request.id, outcome: 'blocked', note: 'Declined.' })
    await refused(client, 'get_card', { card_id: 'card_x' })
    await used(client, 'freeze_card', { card_id })
    await used(client, 'cancel_spend_request', { spend_request_id: request.id })
    await client.close()

    const number: string = details.pan
    const secrets = [number, number.replace(/(.{4})(?=.)/g, '$1 '), agent.key, boss.key, webhook.secret]
    const cvv = new RegExp(`(?<![\\w.])${details.cvv}(?![\\w.])`)
    assert.match(number, /^\d{16}$/)
    assert.ok(left.length >= 14)
    const stored = await rowsOf(boss)
    assert.ok(stored.includes('Acme Books'))
    assert.ok(logged.length > 0)
    for (const text of [...left.map((each) => each.text), ...logged, stored])
      for (const secret of secrets) assert.ok(!text.includes(secret), text)
    for (const { asked, text } of left) {
      assert.equal(text.includes(otp), asked.includes('"wait_for_passcode"'), text)
      assert.doesNotMatch(text.replace(/\[\[.*?\]\]/, ''), cvv)
    }
    for (const line of logged) assert.ok(!line.includes(otp), line)
  })

/** Every row that the workspace owns, as text: events, stored answers and the rest. */
async function rowsOf(api: Api): Promise<string> {
  const { id } = await workspaceOf(service, api)
  const sql = service.services.database.read
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`
  const texts = tables.map(async ({ name }) => {
    const [row] = await sql<{ text: string | null }[]>`
      select string_agg(t::text, E'\n') as text from ${identifier(name)} t where workspace_id = ${id}`
    return row!.text ?? ''
  })
  return (await Promise.all(texts)).join('\n')
}
