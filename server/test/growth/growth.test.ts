// No statement of the service may cost more because there is more history. Two services, one with 2,000 rows in every
// table and one with 20,000, do the same work. Then each statement that they sent is executed again under EXPLAIN, with
// a generic plan, without statistics and with fresh ones. With ten times the rows it may touch at most twice the
// buffers for each row that it returns.
//
// Statements are not registered by hand. A new statement is recorded when scenario.ts makes the service send it. A
// statement that nothing sends fails the test below, which names its file and line. Then add the call to scenario.ts
// or, if that is impossible, add the file to UNSENT with the reason. A statement whose cost may grow with the rows it
// returns goes into GROWING with the reason.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type postgres from 'postgres'
import { connect } from '../../src/database/database.ts'
import { parseId } from '../../src/ids.ts'
import { workspaceOf } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { openLithicWorld } from '../processors/lithic-world.ts'
import { post } from '../processors/outside-service.ts'
import { environmentOf } from '../processors/scene.ts'
import { countBuffers, type Prepared, prepareStatements } from './count-buffers.ts'
import { type Recording, recordStatements } from './record-statements.ts'
import { openSetting, useEverything } from './scenario.ts'
import { seedHistory, type Target } from './seed-history.ts'
import { sourceStatements } from './source-statements.ts'
import { useProcessor } from './use-processor.ts'

const PROCESSOR = 'lithic-test'
const FEW = 2_000
const MANY = 20_000
const MAX_FACTOR = 2
/** Below this a page more or less of an index doubles the count. */
const MIN_BUFFERS = 12

type Grown = { sql: postgres.Sql; target: Target; statements: Prepared[]; recording: Recording }

async function grow(rows: number): Promise<Grown> {
  let url = ''
  const world = await openLithicWorld({
    seed: rows,
    clock: () => new Date(),
    ask: (message) => post(`${url}/processors/${PROCESSOR}/${message.callback}`, message),
  })
  after(() => world.close())
  const env = environmentOf(PROCESSOR, world)
  const service = await startTestService({ ...env, WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' })
  url = service.url
  const sql = connect(service.connection, { max: 1 }) as never as postgres.Sql
  after(() => sql.end())
  await sql.unsafe(withoutAutovacuum)
  const setting = await openSetting(service)
  const { bucket, id, accountId } = await workspaceOf(service, setting.api)
  const target = {
    bucket,
    id,
    account: accountId,
    card: parseId('card', setting.card)!.uuid,
    webhook: parseId('webhook', setting.webhook.id)!.uuid,
  }
  await sql.unsafe(`delete from events where bucket = ${bucket} and workspace_id = '${id}';
    delete from transfers where bucket = ${bucket} and workspace_id = '${id}';
    delete from audit_log where bucket = ${bucket}`)
  await seedHistory(sql, target, { rows, workspaces: rows, endpoints: rows, processor: PROCESSOR })
  const { recording } = await recordStatements(async () => {
    await useEverything(setting)
    await useProcessor({ service, api: setting.api, world, name: PROCESSOR })
  })
  return { sql, target, statements: await prepareStatements(recording), recording }
}

/** Statistics are made when the test says so. */
const withoutAutovacuum = `do $$ declare t regclass; begin
  for t in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s set (autovacuum_enabled = off)', t);
  end loop; end $$`

/** Statements whose cost follows what they count or sum, which is bounded, with the reason. */
const GROWING: { pattern: RegExp; why: string }[] = [
  { pattern: /^select count\(\*\)/, why: 'totals of lists, counted up to a cap' },
  { pattern: /from request_log l .* offset \$/, why: 'where a search stopped: it looks at no more than a cap' },
  { pattern: /set held_cents = \( select/, why: 'sums at most 10,000 open holds, once a minute, where nobody waits' },
  { pattern: /as pending_cents from workspaces/, why: 'sums the pending deposits, which expire within a day' },
  {
    pattern: /select distinct merchant_id from transactions/,
    why: 'the history of one card, once, where no row is locked',
  },
  {
    pattern: /floor\(extract\(epoch from created_at\) \/ 60\)/,
    why: 'a day of one card, once, where no row is locked',
  },
  { pattern: /t\.rule_facts, d\.source/, why: 'backtests read the history of their time, some thousand rows at once' },
  {
    pattern: /webhook_(leases|workers)/,
    why: '256 rows, whose old versions wait for the vacuum that the test withholds',
  },
  {
    pattern: /from events e where e\.id = /,
    why: 'one range of 16 blocks, and those since the last that is full; no more',
  },
  {
    pattern: /^select distinct on \(t\.merchant_id, t\.id = a\.id\)/,
    why: 'once for a purchase that is raised while a rule asks about new merchants: the earlier purchases of its card',
  },
  {
    pattern: / ilike \$/,
    why: 'searched by part of a text: the index of its parts has a list of new rows until it is vacuumed',
  },
]

/** Sources whose statements the scenario cannot send, with the reason. */
const UNSENT: { file: string; why: string }[] = [
  {
    file: 'server/src/rules/backtests/',
    why: 'in the background: a large card by its key, and a worker that stops; the rest is sent',
  },
  { file: 'server/src/vault/', why: 'a table with a row for each data key' },
  { file: 'server/src/operator/', why: 'commands that an operator runs by hand' },
  { file: 'server/src/ledger/audit.ts', why: 'reads all books on purpose' },
  { file: 'server/src/ledger/audit-after-end.ts', why: 'the same, of cards that have ended' },
  { file: 'server/src/deposits/audit-deposits.ts', why: 'the same, of the deposits' },
  { file: 'server/src/controls/audit-', why: 'the same, of limits and locks' },
  { file: 'server/src/controls/spending-history.ts', why: 'a page of cards of the audit; the rest is sent' },
  {
    file: 'server/src/controls/card-line.ts',
    why: 'by its key, for a replaced card whose limits change; the rest is sent',
  },
  { file: 'server/src/keys/audit-budgets.ts', why: 'the same, of budgets' },
  { file: 'server/src/spend-requests/audit-requests.ts', why: 'the same, of spend requests' },
  { file: 'server/src/reveal/sessions.ts', why: 'a link that a person opens, by its key; the rest is sent' },
  { file: 'server/src/database/', why: 'migrations, the schema dump and the start of the embedded server' },
  { file: 'server/src/start/open-connection.ts', why: 'once at the start' },
  { file: 'server/src/webhooks/delivery/find-work-on-shards.ts', why: 'for a distributed database alone' },
  { file: 'server/src/bins/', why: 'a small table, written at the start' },
  { file: 'server/src/people/', why: 'sign-in and teams, in tables without history' },
  { file: 'server/src/dashboard/', why: 'pages of the dashboard, asked for by people' },
  { file: 'server/src/activity/read-overview.ts', why: 'a page of the dashboard: at most 366 days of totals' },
  { file: 'server/src/activity/zoned-totals.ts', why: 'the same, by a zone: at most 20,000 transactions' },
  { file: 'server/src/purchases/', why: 'a page of the dashboard, and a task that ends with the upgrade' },
  { file: 'server/src/wallet/wallet-statement.ts', why: 'a file that people ask for, a page at a time by its numbers' },
  { file: 'server/src/cards/read-card-history.ts', why: 'a page of the dashboard' },
  { file: 'server/src/cards/card-owners.ts', why: 'set by people, one row at most for a card, found by its key' },
  { file: 'server/src/notifications/', why: 'the inbox of the dashboard, and upkeep in the background' },
  { file: 'server/src/transaction-notes/', why: 'a page of the dashboard, by the key of a transaction' },
  { file: 'server/src/mail/', why: 'an outbox that is pruned after two days' },
  { file: 'server/src/keys/asked-rights.ts', why: 'once for each key that people bind to cards, by their keys' },
  { file: 'server/src/accounts/', why: 'people and operators; the look-up of keys is sent' },
  { file: 'server/src/processors/holders.ts', why: 'a row by its key, for a processor whose holder could not be made' },
  {
    file: 'server/src/processors/holder-requirements.ts',
    why: 'a row for each account, by its key; all of them by an operator',
  },
  { file: 'server/src/processors/deferred-messages.ts', why: 'counts for an operator; the rest of it is sent' },
  { file: 'server/src/processors/processor-minutes.ts', why: 'a page of the dashboard: two hours at most' },
  { file: 'server/src/processors/processor-states.ts', why: 'a row for each processor, for operators and people' },
  { file: 'server/src/card-network/take-report.ts', why: 'by its key, for a message whose postings do not add up' },
  { file: 'server/src/chains/', why: 'needs nodes: every statement is by the key of a network, a block or an address' },
  { file: 'server/src/deposits/address-book.ts', why: 'once at the start' },
  { file: 'server/src/deposits/deposit-addresses.ts', why: 'once for each address, with a key that the test has not' },
]

const [few, many] = [await grow(FEW), await grow(MANY)]

for (const statistics of ['stale', 'fresh'] as const) {
  test(`with ${statistics} statistics and generic plans no statement touches more than twice the buffers on ten times the rows`, async () => {
    if (statistics === 'fresh') for (const { sql } of [few, many]) await sql.unsafe('analyze')
    const faults: string[] = []
    const unused = new Set(GROWING)
    for (const statement of few.statements) {
      const same = many.statements.find(({ text }) => text === statement.text)
      if (!same) continue
      const [small, large] = [await countBuffers(few.sql, statement), await countBuffers(many.sql, same)]
      if (small === undefined || large === undefined) continue
      const growing = GROWING.find(({ pattern }) => pattern.test(statement.text))
      if (growing) unused.delete(growing)
      else if (large.buffers > MAX_FACTOR * Math.max(small.buffers, MIN_BUFFERS))
        faults.push(`${small.buffers} → ${large.buffers} (${small.plan} → ${large.plan}): ${statement.text}`)
    }
    assert.deepEqual(faults, [])
    assert.deepEqual([...unused], [], 'allowed to grow, but no longer there')
  })
}

test('every statement in the sources was sent, or is listed', () => {
  const sent = [...new Set([...few.recording.keys(), ...many.recording.keys()])]
  const unused = new Set(UNSENT)
  const faults: string[] = []
  for (const { file, line, text, pattern } of sourceStatements()) {
    if (sent.some((each) => pattern.test(each))) continue
    const allowed = UNSENT.find((each) => file.startsWith(each.file))
    if (allowed) unused.delete(allowed)
    else faults.push(`${file}:${line}: ${text.slice(0, 100)}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual([...unused], [], 'listed, but there is nothing')
})
