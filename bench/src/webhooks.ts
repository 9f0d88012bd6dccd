// Webhooks under load: how soon the first attempt comes, how many deliveries a second, and whether endpoints that
// hang delay the others.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { prepareWorkspaces, type WorkspaceCard } from './fixtures.ts'
import { runLoad } from './load.ts'
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
    const receiver = fork(fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url)))
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
    try {
      rows.push(await measureScene(bench, scene, receiver, port, seconds))
    } finally {
      receiver.kill()
    }
  }
  return rows
}

async function measureScene(
  bench: Bench,
  { name, eventsPerSecond, endpoints }: Scene,
  receiver: ChildProcess,
  port: number,
  seconds: number,
): Promise<Row> {
  const [workspace] = await prepareWorkspaces(bench, 1)
  for (const path of endpoints) await register(bench, workspace!, `http://127.0.0.1:${port}${path}`)
  const load = runLoad(authorizations(bench, workspace!, eventsPerSecond, seconds), '201')
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1000))
  receiver.send({ measure: seconds })
  const [arrivals] = (await once(receiver, 'message')) as [Arrivals]
  const { rate } = await load
  return { name, ...arrivals, note: `${Math.round(rate)} events a second` }
}

async function register({ port }: Bench, { key }: WorkspaceCard, url: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['*'] }),
  })
  if (response.status !== 201) throw new Error(`POST /webhooks: ${response.status} ${await response.text()}`)
}

function authorizations(bench: Bench, { key, card }: WorkspaceCard, rate: number, seconds: number) {
  const merchant = { name: 'Bench', mcc: '7311', country: 'US' }
  return {
    port: bench.port,
    connections: 64,
    seconds: seconds + SETTLE_SECONDS,
    warmupSeconds: 1,
    rate,
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    requests: [{ path: '/v1/sandbox/authorizations', body: JSON.stringify({ card_id: card, amount: 0.01, merchant }) }],
  }
}
