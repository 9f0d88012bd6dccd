// The process that approves is killed with -9 between the approval and its response. A repeat with the same key,
// through another process, gets the same response. No request has two cards, and no money is stuck.

import assert from 'node:assert/strict'
import { type Answer, apiOf, startTestService } from '../harness.ts'
import { atOnce, test } from '../money/race-scene.ts'
import { secondService } from '../money/second-service.ts'
import { anotherKey, done, withKey } from '../sandbox/scene.ts'

const REQUESTS = 60
const ANSWERED_BEFORE_THE_KILL = 5

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const body = { amount: 1, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer in room 4.' }

test(`each of ${REQUESTS} concurrent approvals takes effect once after a kill and a repeat`, async () => {
  const boss = await service.fundedWorkspace(1_000)
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true } })
  const { balance: before } = done(await boss.get('/wallet/balance'), 200)
  const waiting = (await atOnce(REQUESTS, () => agent.post('/spend-requests', body))).map((each) => done(each, 201))
  const { url, child } = await secondService(service)
  const doomed = apiOf(url, boss.key)
  const approve = (api: typeof boss, n: number) =>
    api.post(`/spend-requests/${waiting[n]!.id}/approve`, {}, withKey(`approval-${n}`))
  let answered = 0
  const first = await Promise.all(
    waiting.map(async (_, n): Promise<Answer | undefined> => {
      const answer = await approve(doomed, n).catch(() => undefined)
      if (answer && ++answered === ANSWERED_BEFORE_THE_KILL) child.kill('SIGKILL')
      return answer
    }),
  )
  const repeated = await atOnce(REQUESTS, (n) => approve(boss, n))
  for (const [n, answer] of repeated.entries()) {
    assert.equal(done(answer, 200).status, 'approved')
    if (first[n]?.status === 200) assert.deepEqual(answer.body, first[n].body)
    assert.deepEqual((await approve(boss, n)).body, answer.body)
  }
  assert.equal(new Set(repeated.map((each) => each.body.card_id)).size, REQUESTS)
  assert.equal(done(await boss.get('/wallet/balance'), 200).balance, before - REQUESTS)
  assert.equal(done(await boss.get('/cards?per_page=1'), 200).pagination.total, REQUESTS)
  await service.audit()
})
