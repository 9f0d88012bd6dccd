// Webhooks under load: the delay of the first attempt, the deliveries per second, and whether endpoints that hang delay
// the others.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { prepareWorkspaces, type WalletCard } from './fixtures.ts'
import { runLoad } from './load.ts'
import { authorize, loadOf } from './operations.ts'
import type { Row } from './report.ts'
import type { Bench } from './service.ts'
import type { Arrivals } from './webhook-receiver.ts'

type Scene = { name: string; eventsPerSecond: number; endpoints: string[] }

const answering = (count: number) => Array.from({ length: count }, (_, n) => `/answer/${n}`)
const hanging = (count: number) => Array.from({ length: count }, (_, n) => `/hang/${n}`)

const scenes: Scene[] = [
  { name: 'webhooks, 500 events a second, 1 endpoint', eventsPerSecond: 500, endpoints: answering(1) },
  { name: 'webhooks, 500 events a second, 4 endpoints', eventsPerSecond: 500, endpoints: answering(4) },
  {
    name: 'webhooks, 50 events a second, 20 endpoints, half of them hanging',
    eventsPerSecond: 50,
    endpoints: [...answering(10), ...hanging(10)],
  },
]

const SETTLE_SECONDS = 2

export async function measureWebhooks(bench: Bench, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const scene of scenes) {
    const [card] = await prepareWorkspaces(bench, 1)
    const arrivals = await measureArrivals(bench, card!, scene, seconds)
    rows.push({ name: scene.name, ...arrivals })
  }
  return rows
}

/** The delay of this workspace's events at one endpoint, at a hundred events per second. */
export function measureDelay(bench: Bench, card: WalletCard, seconds: number): Promise<Arrivals> {
  return measureArrivals(bench, card, { eventsPerSecond: 100, endpoints: answering(1) }, seconds)
}

async function measureArrivals(
  bench: Bench,
  card: WalletCard,
  { eventsPerSecond, endpoints }: Omit<Scene, 'name'>,
  seconds: number,
): Promise<Arrivals> {
  const receiver = fork(fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url)))
  try {
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
    const webhooks = await Promise.all(
      endpoints.map((path) => register(bench, card, `http://127.0.0.1:${port}${path}`)),
    )
    const { plan, expected } = loadOf(authorize, '', bench.port, [card], 64, seconds + SETTLE_SECONDS)
    const load = runLoad({ ...plan, rate: eventsPerSecond }, expected)
    const arrivals = await arrivalsWithin(receiver, seconds)
    await load
    for (const id of webhooks) await request(bench, card, 'DELETE', `/webhooks/${id}`)
    return arrivals
  } finally {
    receiver.kill()
  }
}

async function arrivalsWithin(receiver: ChildProcess, seconds: number): Promise<Arrivals> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1000))
  receiver.send({ measure: seconds })
  const [arrivals] = (await once(receiver, 'message')) as [Arrivals]
  return arrivals
}

async function register(bench: Bench, card: WalletCard, url: string): Promise<string> {
  const { id } = (await request(bench, card, 'POST', '/webhooks', { url, events: ['*'] })) as { id: string }
  return id
}

async function request({ port }: Bench, { key }: WalletCard, method: string, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
