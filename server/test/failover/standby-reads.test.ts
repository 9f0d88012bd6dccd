// Lists, exports and the dashboard read from a standby: no client misses what was written before its request, whatever
// the standby does, and the standby really answers while it can.

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

/** Makes a card and looks for it in the list, at once. */
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

test('what was just written is in the list, and the standby answers most of them', async () => {
  await until('the standby answers', async () => {
    await makeAndList()
    return standby.counts.standby > 10
  })
  const csv = await fetch(`${service.url}/v1/transactions?format=csv`, {
    headers: { authorization: `Bearer ${api.key}` },
  })
  assert.equal(csv.status, 200)
  assert.match(await csv.text(), /^id,/)
  await until('the standby is told to be there and not behind', async () => {
    return (await metric('cardwright_standby_up')) === 1 && (await metric('cardwright_standby_delay_seconds')) === 0
  })
})

test('doctor says how it is', async () => {
  assert.equal((await checkStandby(pair.standby.url, service.services.database.read)).state, 'ok')
  const wrong = await checkStandby(pair.primary.url, service.services.database.read)
  assert.deepEqual([wrong.state, wrong.check], ['problem', 'standby'])
})

test('a standby that gets nothing more is not asked: the primary answers, and the delay is shown', async () => {
  await cutOff(pair.standby)
  const { primary } = standby.counts
  for (let n = 0; n < 5; n++) await makeAndList()
  assert.equal(standby.counts.primary, primary + 5)
  await until('the delay is shown', async () => (await metric('cardwright_standby_delay_seconds')) > 0)
  assert.ok((await metric('cardwright_standby_behind_bytes')) > 0)
})

test('a standby that was promoted is nobody’s standby', async () => {
  await promote(pair.standby)
  await makeAndList()
  assert.deepEqual(await standby.state(), { isAway: true, delaySeconds: 0, behindBytes: 0 })
  assert.equal(await metric('cardwright_standby_up'), 0)
})

test('without the standby lists go on', async () => {
  killNode(pair.standby)
  for (let n = 0; n < 3; n++) await makeAndList()
})

/** Read routes that the primary answers, each with the reason. */
const OF_THE_PRIMARY: Record<string, string> = {
  getCard: 'one row by its key',
  getCardLimits: 'one row by its key',
  getDeposit: 'one row by its key',
  getTransaction: 'one row by its key, and the few of its timeline',
  explainTransaction: 'a few rows by their keys; what is judged now must be what is there now',
  getWalletBalance: 'one row by its key; people decide on it',
  getWebhook: 'one row by its key',
  getSandboxRates: 'what was just set counts at once',
  getSandboxClock: 'one row by its key',
  listWebhooks: 'ten rows at most',
  getCardTemplate: 'one row by its key',
  listCardTemplates: 'two hundred rows at most',
  getKeySelf: 'what a key may do must be known at once',
  getSpendRequest: 'one row by its key',
  listSpendRequests: 'what was just asked must be there',
  getRule: 'one row by its key',
  listRules: 'a hundred rows at most',
  listRuleVersions: 'a page of the versions of one rule',
  getRuleReport: 'a row for each day that was asked for',
  getRuleBacktest: 'one row by its key',
  listRuleBacktests: 'the backtests of one rule',
  getDecisionHook: 'one row by its key',
  listDecisionAttempts: 'what was just asked must be there',
  listBins: 'held in memory',
  listCategories: 'held in memory',
  listDeliveries: 'by the key of its endpoint, in sessions that plan for that',
  listRequestLogs: 'this process writes down what it has answered before it reads',
}

test('every read says whether a standby may answer it', () => {
  const reads = routes.flatMap((route) => ('read' in route ? [route] : []))
  const primary = reads.filter(({ mayReadStandby }) => !mayReadStandby).map(({ operationId }) => operationId)
  assert.deepEqual(primary.sort(), Object.keys(OF_THE_PRIMARY).sort())
})
