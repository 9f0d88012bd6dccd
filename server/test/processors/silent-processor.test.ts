// Two processors, one of which accepts calls and never responds.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import builtIn from '../../src/bins/catalogue.json' with { type: 'json' }
import { folderWith } from '../folder-with.ts'
import { type Api, startTestService } from '../harness.ts'
import { until } from '../until.ts'
import { openLithicWorld } from './lithic-world.ts'
import { openStripeWorld } from './stripe-world.ts'
import type { World } from './world.ts'

const options = { clock: () => new Date(), ask: async () => assert.fail('no purchase is made in this test') }
const silent = await openLithicWorld({ seed: 61, ...options })
const lively = await openStripeWorld({ seed: 62, ...options })
after(() => Promise.all([silent.close(), lively.close()]))

const entryOf = (world: World, variable: string) => ({
  kind: world.kind,
  environment: 'sandbox',
  base_url: world.baseUrl,
  api_key: { env: variable },
  webhook_secret: { env: 'WORLD_SECRET' },
})
const binOf = (processor: string, prefix: string) => ({
  ...builtIn[0]!,
  ...{ id: `bin_${processor}`, prefix, processor, environment: 'sandbox' },
})
const service = await startTestService(
  {
    CARDWRIGHT_DATA_DIR: folderWith({
      'bins.json': JSON.stringify([binOf('silent', '45111111'), binOf('lively', '45222222')]),
    }),
    CARDWRIGHT_PROCESSORS: JSON.stringify({ silent: entryOf(silent, 'A_KEY'), lively: entryOf(lively, 'B_KEY') }),
    A_KEY: silent.apiKey,
    B_KEY: lively.apiKey,
    WORLD_SECRET: 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0',
  },
  { worker: true },
)

async function newCard(api: Api, bin: string): Promise<string> {
  const { status, body } = await api.post('/cards', { bin_id: bin, amount: 10 })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

/** Counts the pushes to the silent processor that have timed out. */
async function endedPushes(): Promise<number> {
  const { values } = await service.services.processors.metrics.pushes.get()
  return values.filter(({ labels }) => labels.processor === 'silent').reduce((sum, { value }) => sum + value, 0)
}

test('a processor that never responds does not delay the pushes to another processor', async () => {
  const api = await service.fundedWorkspace(1_000)
  const waiting: string[] = []
  for (let n = 0; n < 3; n++) waiting.push(await newCard(api, 'bin_silent'))
  const frozen = await newCard(api, 'bin_lively')
  silent.faults.push(...Array<'never answered'>(100).fill('never answered'))
  for (const id of waiting) assert.equal((await api.post(`/cards/${id}/freeze`)).status, 200)
  await until('a push to the silent processor has started', () =>
    silent.calls.some((call) => call.startsWith('PATCH /v1/cards/')),
  )
  assert.equal((await api.post(`/cards/${frozen}/freeze`)).status, 200)
  const stateThere = () => [...lively.cards.values()].find(({ cardId }) => cardId === frozen)?.state
  await until('a push has ended', async () => stateThere() === 'frozen' || (await endedPushes()) > 0)
  assert.deepEqual([stateThere(), await endedPushes()], ['frozen', 0])
})
