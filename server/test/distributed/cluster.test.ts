// Tests on a real Citus cluster, if CITUS_DATABASE_URL names one (scripts/citus-cluster.ts). Without a cluster only the
// errors are tested here; generated-sql.test.ts and repository/tenant-statements.test.ts test what one server can show.
// The tests of money, of the contract and of the books run on the cluster unchanged: npm run test:citus.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type postgres from 'postgres'
import { connect } from '../../src/database/database.ts'
import { readExtent } from '../../src/database/distributed/plan-distribution.ts'
import { readServers, readShards } from '../../src/operator/database/cluster.ts'
import { newCard, workspaceOf } from '../contract/assertions.ts'
import { prepareStatements } from '../growth/count-buffers.ts'
import { recordStatements } from '../growth/record-statements.ts'
import { openSetting, useEverything } from '../growth/scenario.ts'
import { useProcessor } from '../growth/use-processor.ts'
import { startTestService, testDatabase } from '../harness.ts'
import { cardwright, environmentOf } from '../operator/operator-fixture.ts'
import { openScene } from '../processors/scene.ts'
import { countShards } from './count-shards.ts'

/** Background work that reads all buckets; see the list in repository/tenant-statements.test.ts. */
const WIDE =
  /^select bucket, .* from (spend_requests|reveal_sessions|notifications|notification_reads|notification_marks|rule_backtests) where (due_at|expires_at|created_at|read_at|status)|from activity_cursors c left join|from (holds|deposits) where (status|created_at is null)|clock_offset_ms > 0|from audit_chains where sequence > 0|from idempotency_keys where created_at <|as "isBehind"|as "dueInMs"|from workspaces where not live|select purge_dead_workspace|^select greatest\(c\.sequence|from (processor_cards|card_issuances) where (push_at|observed_at|next_try_at) <=|set held_cents = \( select/

if (process.env.CITUS_DATABASE_URL) {
  test('a distributed database is recognized as complete, and distribute has nothing to do', async () => {
    const connection = await testDatabase()
    const owner = connect(connection, { max: 1 })
    assert.equal(await readExtent(owner), 'whole')
    await owner.end()
    const again = await cardwright(['database', 'distribute'], environmentOf(connection))
    assert.deepEqual([again.code, again.out, again.err], [0, 'Nothing to do: every table is in its place.\n', ''])
    const refused = await cardwright(['backup', '/nonexistent/file'], environmentOf(connection))
    assert.match(refused.err, /backup is not for a distributed database/)
  })

  test('every statement of the service reads one shard, except for background work over all of them', async () => {
    const { service, world, name } = await openScene('lithic', {
      env: { WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' },
    })
    const sql = connect(service.connection, { max: 1 }) as never as postgres.Sql
    after(() => sql.end())
    const setting = await openSetting(service)
    const { recording } = await recordStatements(async () => {
      await useEverything(setting)
      await useProcessor({ service, api: setting.api, world, name })
    })
    const statements = await prepareStatements(recording)
    assert.ok(statements.length > 100, `${statements.length} statements`)
    const faults: string[] = []
    for (const statement of statements) {
      if (WIDE.test(statement.text)) continue
      const shards = await countShards(sql, statement)
      if (shards > 1) faults.push(`${shards}: ${statement.text}`)
    }
    assert.deepEqual(faults, [])
    await service.audit()
  })

  test('doctor finds every table in its place and no statement that reads more than one shard', async () => {
    const service = await startTestService()
    const { out } = await cardwright(['doctor', '--json'], environmentOf(service.connection))
    const findings = JSON.parse(out) as { check: string; state: string; text: string }[]
    assert.deepEqual(
      findings.filter(({ state }) => state === 'problem'),
      [],
    )
    for (const check of ['distribution', 'servers', 'shards', 'books', 'service role'])
      assert.equal(findings.find((each) => each.check === check)?.state, 'ok', JSON.stringify(findings))
  })

  test('a bucket moves to another server while its cards are charged, without losing a cent', {
    timeout: 300_000,
  }, async () => {
    const service = await startTestService()
    const owner = connect(service.connection, { max: 1 })
    after(() => owner.end())
    const api = await service.fundedWorkspace()
    const { bucket } = await workspaceOf(service, api)
    const { id: card } = await newCard(api, { amount: 1_000 })
    const place = async () => (await readShards(owner)).find(({ buckets }) => buckets.includes(bucket))!
    const from = await place()
    const to = (await readServers(owner)).find(({ takesShards, port }) => takesShards && port !== from.port)!
    let isMoving = true
    let approved = 0
    const merchant = { name: 'Moving', mcc: '7311', country: 'US' }
    const charge = async () => {
      while (isMoving) {
        const key = { 'x-idempotency-key': crypto.randomUUID() }
        const send = () => api.post('/sandbox/authorizations', { card_id: card, amount: 0.01, merchant }, key)
        let answer = await send()
        while (answer.status === 503) answer = await send()
        assert.equal(answer.status, 201, JSON.stringify(answer.body))
        approved += 1
      }
    }
    const charging = Promise.all([charge(), charge()])
    const target = `${to.host}:${to.port}`
    const moved = await cardwright(
      ['database', 'move-bucket', String(bucket), '--to', target],
      environmentOf(service.connection),
    )
    isMoving = false
    await charging
    assert.equal(moved.code, 0, moved.err)
    assert.match(moved.out, /Done\./)
    assert.equal((await place()).port, to.port)
    const { body } = await api.get(`/transactions?card_id=${card}&type=authorization&per_page=1`)
    assert.equal(body.pagination.total, approved)
    await service.audit()
  })
} else {
  test('without Citus the distribution commands say what is missing, and --dry-run prints the statements', async () => {
    const connection = await testDatabase()
    const owner = connect(connection, { max: 1 })
    assert.equal(await readExtent(owner), 'none')
    await owner.end()
    const env = environmentOf(connection)
    const refused = await cardwright(['database', 'distribute'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /has no Citus: run "create extension citus"/)
    const shown = await cardwright(['database', 'distribute', '--dry-run', '--shards', '8'], env)
    assert.equal(shown.code, 0, shown.err)
    assert.match(shown.out, /^-- Not yet possible: this PostgreSQL has no Citus/)
    assert.match(
      shown.out,
      /create_distributed_table\('workspaces', 'bucket', colocate_with => 'none', shard_count => 8\);/,
    )
    for (const args of [['shards'], ['move-bucket', '1', '--to', 'db1:5432']])
      assert.match((await cardwright(['database', ...args], env)).err, /has no Citus/)
    for (const args of [
      ['distribute', '--shards', '1'],
      ['move-bucket', '256', '--to', 'db1:5432'],
      ['move-bucket', '1', '--to', 'db1'],
    ])
      assert.equal((await cardwright(['database', ...args], env)).code, 2)
  })
}
