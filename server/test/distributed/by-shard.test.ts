// The service on a distributed database sends one statement per shard and has a lane of the engine for the operations
// of some shards. One plain server executes the same statements, so that this can be tested without a cluster.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { withAuditKey } from '../../src/accounts/audit-key.ts'
import { connect, openDatabase } from '../../src/database/database.ts'
import { readShardMap } from '../../src/database/distributed/shard-map.ts'
import { Engine } from '../../src/engine/engine.ts'
import { RequestLog } from '../../src/request-log/request-log.ts'
import { buildApp } from '../../src/start/app.ts'
import { workspaceOf } from '../contract/assertions.ts'
import { type Api, apiOf, startTestService } from '../harness.ts'
import { readLockWaits } from '../lock-waits.ts'
import { allTransactions, authorize, newCard, ok, summaryOf } from '../money/books.ts'

const BUCKETS = 256
const SHARDS = 8
const WORKSPACES = 24
const CHARGES = 12

const service = await startTestService()
const byShard = await openByShard()

/** Another service on the same database, which treats it as distributed. */
async function openByShard() {
  const owner = connect(service.connection, { max: 1 })
  const shards = (await readShardMap(owner)) ?? Array.from({ length: BUCKETS }, (_, bucket) => bucket % SHARDS)
  await owner.end()
  const { vault } = service.services
  const plain = openDatabase(service.connection, { read: 4, write: 4 }, { shards })
  const database = withAuditKey(plain, () => vault)
  const engine = new Engine({ ...service.services, database })
  const requestLog = new RequestLog({ ...service.services, database })
  const app = buildApp({ ...service.services, database, engine, requestLog })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  after(async () => {
    await app.close()
    await engine.close()
    await requestLog.flush()
    await plain.close()
  })
  return { url, requestLog, api: (key: string): Api => apiOf(url, key) }
}

test('concurrent operations of many workspaces are each decided and written once', async () => {
  const workspaces = await Promise.all(Array.from({ length: WORKSPACES }, () => service.workspace()))
  const scenes = await Promise.all(
    workspaces.map(async (each) => {
      const api = byShard.api(each.key)
      ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
      return { api, card: await newCard(api, 10) }
    }),
  )
  const asked = scenes.flatMap(({ api, card }) =>
    Array.from({ length: CHARGES }, async () => {
      const key = { 'x-idempotency-key': randomUUID() }
      const [first, again] = await Promise.all([authorize(api, card, 1, key), authorize(api, card, 1, key)])
      assert.deepEqual(first.body, again.body)
      return ok(first, 201).approved
    }),
  )
  const approved = (await Promise.all(asked)).filter(Boolean).length
  assert.equal(approved, WORKSPACES * 10, 'a card of 10.00 is charged ten times')
  for (const { api, card } of scenes) {
    assert.equal((await allTransactions(api)).length, CHARGES)
    const { balance, held } = await summaryOf(api, card)
    assert.deepEqual([balance, held], [0, 10])
  }
  await service.audit()
})

test('a card is created after another transaction releases the lock on its wallet, and not before', async () => {
  const workspace = await service.fundedWorkspace()
  const { bucket, id } = await workspaceOf(service, workspace)
  const owner = connect(service.connection, { max: 2 })
  after(() => owner.end())
  const holder = await owner.reserve()
  await holder`begin`
  await holder`select 1 from workspaces where bucket = ${bucket} and id = ${id} for update`
  const creating = newCard(byShard.api(workspace.key), 10)
  let isAnswered = false
  const end = () => {
    isAnswered = true
  }
  creating.then(end, end)
  // The lane gives up after 200 ms, and a separate connection continues to wait.
  const since = new Map<number, number>()
  let longest = 0
  while (longest < 300 && !isAnswered) {
    for (const { pid } of await readLockWaits(owner)) {
      if (!since.has(pid)) since.set(pid, performance.now())
      longest = Math.max(longest, performance.now() - since.get(pid)!)
    }
  }
  await holder`commit`
  holder.release()
  const { balance } = await summaryOf(workspace, await creating)
  assert.equal(balance, 10)
})

test('a request is logged once, even if its row is written again', async () => {
  const workspace = await service.workspace()
  const api = byShard.api(workspace.key)
  const { headers } = await api.get('/wallet/balance')
  const { bucket, accountId } = (await service.services.credentials.resolve(workspace.key))!
  const row = {
    requestId: headers.get('x-request-id')!,
    workspace: { bucket, accountId, environment: 'sandbox' as const, actor: 'key_1' },
    method: 'GET',
    url: '/v1/wallet/balance',
    status: 200,
    ms: 1,
    error: null,
    ip: undefined,
  }
  byShard.requestLog.add(row)
  await byShard.requestLog.flush()
  const logged = await service.services.database.read`
    select 1 from request_log where bucket = ${bucket} and account_id = ${accountId}`
  assert.equal(logged.length, 1)
})
