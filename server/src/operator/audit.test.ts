import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../test/harness.ts'
import { asOwner, cardwright, environmentOf } from '../../test/operator/operator-fixture.ts'
import { parseId } from '../ids.ts'
import { runAudit } from './run-audit.ts'

const service = await startTestService()
const env = environmentOf(service.connection)
const owner = asOwner(service.connection)

const api = await service.fundedWorkspace(500)
const card = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })).body
await api.post(`/cards/${card.id}/fund`, { amount: 50 })
for (let n = 0; n < 3; n++) await api.get(`/cards/${card.id}/details`)

const { bucket, uuid: cardId } = parseId('card', card.id)!
const [row] = await owner`select workspace_id from cards where id = ${cardId}`
const workspaceId = row!.workspace_id
const [deposit] = await owner`select id from deposits where workspace_id = ${workspaceId}`
const [lineage] = await owner`select lineage_id from workspaces where id = ${workspaceId}`

const audit = () => runAudit(service.services.database, service.services.vault)

test('the audit passes for correct books, and says how much it checked', async () => {
  const { code, out } = await cardwright(['audit'], env)
  assert.equal(code, 0)
  assert.match(out, /✓ card balances equal their transfers/)
  assert.match(out, /\d+ buckets?, [1-9]\d* transfers and 3 audit entries checked: no fault\./)
})

const cardOf = `where bucket = ${bucket} and id = '${cardId}'`
const workspaceOf = `where bucket = ${bucket} and id = '${workspaceId}'`
const entry = `where lineage_id = '${lineage!.lineage_id}' and sequence`
const raise = (table: string, column: string, where: string) => [
  `update ${table} set ${column} = ${column} + 1 ${where}`,
  `update ${table} set ${column} = ${column} - 1 ${where}`,
]
const remove = (table: string, where: string) => [
  `create table saved as select * from ${table} ${where}; delete from ${table} ${where}`,
  `insert into ${table} select * from saved; drop table saved`,
]

/** The check that must fail, what its fault must name, the corruption, and the statement that undoes it. */
const corruptions: [string, RegExp, string[]][] = [
  ['card balances equal their transfers', new RegExp(cardId), raise('cards', 'available_cents', cardOf)],
  [
    'wallets, clearing, fees and network accounts equal their transfers',
    new RegExp(workspaceId),
    raise('workspaces', 'wallet_cents', workspaceOf),
  ],
  [
    'counters of workspaces equal their cards',
    new RegExp(workspaceId),
    raise('workspaces', 'cards_active', workspaceOf),
  ],
  [
    'counters and spending of cards equal their transactions',
    new RegExp(cardId),
    raise('cards', 'decline_count', cardOf),
  ],
  [
    'transaction counters of workspaces equal those of their cards',
    new RegExp(workspaceId),
    raise('workspaces', 'refund_count', workspaceOf),
  ],
  [
    'the network account equals settlements less refunds',
    new RegExp(workspaceId),
    raise('workspaces', 'network_settlement_cents', workspaceOf),
  ],
  [
    'what cards hold equals their open holds',
    new RegExp(`${cardId} holds 0; its open holds come to 7`),
    [
      `insert into holds (bucket, id, workspace_id, card_id, held_cents, month, counted_cents, status, expires_at)
       values (${bucket}, '${cardId}', '${workspaceId}', '${cardId}', 7, 202601, 0, 1, now())`,
      `delete from holds where id = '${cardId}'`,
    ],
  ],
  [
    'confirmed deposits, and only those, are credited, once',
    new RegExp(deposit!.id),
    [
      `update deposits set status = 1, confirmed_at = null where id = '${deposit!.id}'`,
      `update deposits set status = 2, confirmed_at = now() where id = '${deposit!.id}'`,
    ],
  ],
  [
    'total deposits of workspaces equal their confirmed deposits',
    new RegExp(workspaceId),
    raise('workspaces', 'deposited_cents', workspaceOf),
  ],
  [
    'movements of a wallet are numbered without gaps, and each balance follows from the one before',
    new RegExp(workspaceId),
    raise('workspaces', 'wallet_movements', workspaceOf),
  ],
  [
    'event sequences have no gaps and end where the workspace says',
    new RegExp(workspaceId),
    remove('events', `where workspace_id = '${workspaceId}' and sequence = 2`),
  ],
  [
    'transactions and holds belong to cards, merchants and authorizations that exist',
    new RegExp(cardId),
    [
      `insert into transactions (bucket, id, workspace_id, card_id, merchant_id, amount_cents, balance_after_cents, created_at, type, three_ds_status)
       values (${bucket}, '${cardId}', '${workspaceId}', '${cardId}', '${cardId}', -1, 0, now(), 2, 1)`,
      `delete from transactions where id = '${cardId}'`,
    ],
  ],
  [
    'the audit log is an unbroken chain',
    /entry 2 does not follow from entry 1/,
    [
      `update audit_log set origin = origin || ' ' ${entry} = 2`,
      `update audit_log set origin = rtrim(origin) ${entry} = 2`,
    ],
  ],
  ['the audit log is an unbroken chain', /entry 3 does not follow from entry 1/, remove('audit_log', `${entry} = 2`)],
  ['the audit log is an unbroken chain', /ends at entry 2, 3 were written/, remove('audit_log', `${entry} = 3`)],
]

for (const [name, named, [corrupt, undo]] of corruptions) {
  test(`the audit finds a corruption: ${name}${name.includes('chain') ? ` (${named.source})` : ''}`, async () => {
    await owner.unsafe(corrupt!).simple()
    const result = await audit()
    await owner.unsafe(undo!).simple()
    assert.ok(result.faults > 0, `faults: ${result.faults}`)
    const faults = result.checks.find((check) => check.name === name)!.faults
    assert.ok(
      faults.some((fault) => named.test(fault)),
      JSON.stringify(result.checks),
    )
  })
}

test('the audit passes after every corruption was undone', async () => {
  assert.equal((await audit()).faults, 0)
})

test('audit ends with 1 if there is a fault, and --json shows the fault', async () => {
  const [corrupt, undo] = raise('cards', 'available_cents', cardOf)
  await owner.unsafe(corrupt!).simple()
  const { code, out } = await cardwright(['audit', '--json'], env)
  await owner.unsafe(undo!).simple()
  assert.equal(code, 1)
  const { checks } = JSON.parse(out) as Awaited<ReturnType<typeof audit>>
  assert.match(checks.find((check) => check.name.startsWith('card balances'))!.faults.join(), new RegExp(cardId))
})

test('the service may add transfers and audit entries, but neither change nor remove them', async () => {
  const denied = { code: '42501' }
  const { database } = service.services
  for (const table of ['transfers', 'transactions', 'audit_log']) {
    await assert.rejects(
      database.transaction((tx) => tx.unsafe(`update ${table} set bucket = bucket`)),
      denied,
    )
    await assert.rejects(
      database.transaction((tx) => tx.unsafe(`delete from ${table}`)),
      denied,
    )
    await assert.rejects(
      database.transaction((tx) => tx.unsafe(`truncate ${table}`)),
      denied,
    )
  }
})
