// Lists, exports and the dashboard read from a standby: no client misses what was written before its request, whatever
// the standby does, and the standby really responds while it can.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkStandby } from '../../src/operator/doctor/standby-check.ts'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { until } from '../until.ts'
import { cutOff, killNode, promote, startPair } from './replicated-postgres.ts'

const pair = await startPair({ isSynchronous: false })
const service = await startTestService(
  { DATABASE_URL: pair.primary.url, DATABASE_READ_URL: pair.standby.url },
  { on: { url: pair.primary.url } },
)
const standby = service.services.database.standby!
const api = await service.fundedWorkspace(1_000)

/** Creates a card and checks immediately that the list contains it. */
async function makeAndList(): Promise<void> {
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 })
  const { status, body } = await api.get('/cards?per_page=1')
  assert.deepEqual([status, body.data[0]?.id], [200, card.id])
}

async function metric(name: string): Promise<number> {
  const text = await service.services.metrics.registry.metrics()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

test('a new card is in the list immediately, and the standby serves most reads', async () => {
  await until('the standby has served reads', async () => {
    await makeAndList()
    return standby.counts.standby > 10
  })
  const csv = await fetch(`${service.url}/v1/transactions?format=csv`, {
    headers: { authorization: `Bearer ${api.key}` },
  })
  assert.equal(csv.status, 200)
  assert.match(await csv.text(), /^id,/)
  await until('the metrics report the standby as up and not behind', async () => {
    return (await metric('cardwright_standby_up')) === 1 && (await metric('cardwright_standby_delay_seconds')) === 0
  })
})

test('doctor accepts a standby and reports a primary in its place', async () => {
  assert.equal((await checkStandby(pair.standby.url, service.services.database.read)).state, 'ok')
  const wrong = await checkStandby(pair.primary.url, service.services.database.read)
  assert.deepEqual([wrong.state, wrong.check], ['problem', 'standby'])
})

test('a lagging standby is not read, the primary serves the reads, and the metrics show the delay', async () => {
  await cutOff(pair.standby)
  const { primary } = standby.counts
  for (let n = 0; n < 5; n++) await makeAndList()
  assert.equal(standby.counts.primary, primary + 5)
  await until('the delay is shown', async () => (await metric('cardwright_standby_delay_seconds')) > 0)
  const behind = await metric('cardwright_standby_behind_bytes')
  assert.ok(behind > 0, `${behind} bytes behind`)
})

test('a promoted standby is no longer used as a standby', async () => {
  await promote(pair.standby)
  await makeAndList()
  assert.deepEqual(await standby.state(), { isAway: true, delaySeconds: 0, behindBytes: 0 })
  assert.equal(await metric('cardwright_standby_up'), 0)
})

test('lists work without the standby', async () => {
  killNode(pair.standby)
  for (let n = 0; n < 3; n++) await makeAndList()
})

/** Read routes that the primary serves, each with the reason. */
const OF_THE_PRIMARY: Record<string, string> = {
  getCard: 'one row by its key',
  getCardLimits: 'one row by its key',
  getDeposit: 'one row by its key',
  getTransaction: 'one row by its key, and the few rows of its timeline',
  explainTransaction: 'a few rows by their keys; the current state must be evaluated',
  getWalletBalance: 'one row by its key; people base decisions on it',
  getWebhook: 'one row by its key',
  getSandboxRates: 'a new rate applies immediately',
  getSandboxClock: 'one row by its key',
  listWebhooks: 'at most ten rows',
  getCardTemplate: 'one row by its key',
  listCardTemplates: 'at most two hundred rows',
  getKeySelf: 'a change of rights must be visible immediately',
  getSpendRequest: 'one row by its key',
  listSpendRequests: 'a new request must be visible immediately',
  getRule: 'one row by its key',
  listRules: 'at most a hundred rows',
  listRuleVersions: 'a page of the versions of one rule',
  getRuleReport: 'one row for each requested day',
  getRuleBacktest: 'one row by its key',
  listRuleBacktests: 'the backtests of one rule',
  getDecisionHook: 'one row by its key',
  listDecisionAttempts: 'a new attempt must be visible immediately',
  listBins: 'held in memory',
  listCategories: 'held in memory',
  listDeliveries: 'by the key of its endpoint, on connections that plan for an index',
  listRequestLogs: 'this process writes its log before it reads',
}

test('every read route declares whether a standby may serve it', () => {
  const reads = routes.flatMap((route) => ('read' in route ? [route] : []))
  const primary = reads.filter(({ mayReadStandby }) => !mayReadStandby).map(({ operationId }) => operationId)
  assert.deepEqual(primary.sort(), Object.keys(OF_THE_PRIMARY).sort())
})
