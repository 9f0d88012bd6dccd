// The guide of each processor, walked from top to bottom: the service is set up with the files of the page, and the processor is
// simulated. Only addresses and keys differ from what the page says.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { environmentOf } from '../../src/operator/operator-fixture.ts'
import { folderWith } from '../folder-with.ts'
import { startTestService } from '../harness.ts'
import { openIncreaseWorld } from '../processors/increase-world.ts'
import { openLithicWorld } from '../processors/lithic-world.ts'
import { post } from '../processors/outside-service.ts'
import { openStripeWorld } from '../processors/stripe-world.ts'
import type { Message, World, WorldOptions } from '../processors/world.ts'
import { root } from '../repository/repository-files.ts'
import { fencedBlocks } from './guide-page.ts'
import { walkThrough } from './guide-shell.ts'
import { type Deliver, increaseDesk, lithicDesk, openFront, stripeDesk } from './processor-front.ts'

type Guide<Of extends World> = {
  page: string
  address: string
  keyName: string
  open: (options: WorldOptions) => Promise<Of>
  desk: (world: Of, deliver: Deliver) => Parameters<typeof openFront>[0]
}

async function walkGuide<Of extends World>({ page, address, keyName, open, desk }: Guide<Of>) {
  const [processors, bins] = fencedBlocks(page, 'json').map((text) => JSON.parse(text))
  const [name] = Object.keys(processors) as [string]
  let url = ''
  const deliver = (message: Message) => post(`${url}/processors/${name}/${message.callback}`, message)
  const world = await open({ seed: 7, clock: () => new Date(), ask: deliver })
  after(() => world.close())
  const entry = { ...processors[name], base_url: world.baseUrl, ...world.options }
  const files = { 'processors.json': JSON.stringify({ [name]: entry }), 'bins.json': JSON.stringify([bins].flat()) }
  const env = { CARDWRIGHT_DATA_DIR: folderWith(files), [keyName]: world.apiKey }
  const service = await startTestService(env, { worker: true })
  url = service.url
  const api = await service.fundedWorkspace(1_000)
  const front = await openFront(desk(world, deliver))
  const steps = await walkThrough(page, {
    env: { ...environmentOf(service.connection), ...env, CARDWRIGHT_PUBLIC_URL: service.url } as Record<string, string>,
    folder: root,
    instead: {
      'https://cards.example.com': service.url,
      [address]: front,
      '2026-11-16': new Date().toISOString().slice(0, 10),
    },
    known: {
      sk_test_: api.key,
      LITHIC_API_KEY: world.apiKey,
      STRIPE_SECRET: 'sk_test_x',
      INCREASE_API_KEY: world.apiKey,
    },
  })
  const { data } = (await api.get('/transactions?per_page=100')).body
  await service.audit()
  return { steps, told: data.map((each: { type: string; amount: number }) => `${each.type} ${each.amount}`).reverse() }
}

test('Lithic', async () => {
  const { told } = await walkGuide({
    page: 'docs/guides/processors/lithic.md',
    address: 'https://sandbox.lithic.com',
    keyName: 'LITHIC_API_KEY',
    open: openLithicWorld,
    desk: lithicDesk,
  })
  assert.deepEqual(told, ['authorization -25', 'authorization -5', 'settlement -30', 'refund 5', 'authorization -10'])
})

test('Stripe', async () => {
  const { told } = await walkGuide({
    page: 'docs/guides/processors/stripe.md',
    address: 'https://api.stripe.com',
    keyName: 'STRIPE_API_KEY',
    open: openStripeWorld,
    desk: stripeDesk,
  })
  assert.deepEqual(told, [
    'authorization -15',
    'authorization -5',
    'settlement -15',
    'refund 5',
    'settlement -7',
    'authorization -9',
  ])
})

test('Increase', async () => {
  const { told } = await walkGuide({
    page: 'docs/guides/processors/increase.md',
    address: 'https://sandbox.increase.com',
    keyName: 'INCREASE_API_KEY',
    open: openIncreaseWorld,
    desk: increaseDesk,
  })
  assert.deepEqual(told, ['authorization -25', 'authorization -5', 'settlement -30', 'refund 30', 'authorization -10'])
})
