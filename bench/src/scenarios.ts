// What is measured, each beside the yardsticks of the same minute.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EnginePlan } from './engine.ts'
import type { WorkspaceCard } from './fixtures.ts'
import { runLoad } from './load.ts'
import type { LoadPlan, LoadResult } from './load-generator.ts'
import { tpcB } from './pgbench.ts'
import { median, type Row } from './report.ts'
import { type Bench, KEY, startNoOp } from './service.ts'

const authorization = { authorization: `Bearer ${KEY}` }
const merchant = { name: 'Bench', mcc: '7311', country: 'US' }
const WARMUP_SECONDS = 1

export async function measureReads(bench: Bench, barePort: number, cards: string[], seconds: number): Promise<Row[]> {
  const some = cards.slice(0, 100)
  const get = (port: number): LoadPlan => ({
    ...plan(port, 64, seconds),
    method: 'GET',
    requests: some.map((id) => ({ path: `/v1/cards/${id}` })),
  })
  const fund: LoadPlan = {
    ...plan(bench.port, 64, seconds),
    method: 'POST',
    requests: some.map((id) => ({ path: `/v1/cards/${id}/fund`, body: '{"amount":1}' })),
  }
  const bare = await runLoad(get(barePort), '200')
  const read = await runLoad(get(bench.port), '200')
  const yardstick = await tpcB(bench.connection, seconds)
  const funded = await runLoad(fund, '200')
  return [
    { name: 'bare Fastify GET', ...figures(bare) },
    {
      name: 'GET /v1/cards/{id}, 64 connections',
      ...figures(read),
      ratios: { bare: read.rate / bare.rate, pgbench: read.rate / yardstick },
    },
    {
      name: 'POST /v1/cards/{id}/fund, 64 connections',
      ...figures(funded),
      ratios: { bare: funded.rate / bare.rate, pgbench: funded.rate / yardstick },
    },
    { name: 'pgbench TPC-B, 8 clients, prepared', rate: yardstick },
  ]
}

const ROUNDS = 3

/** Engine and yardstick take turns, so that a slow minute of the machine is slow for both. */
export async function measureEngine(bench: Bench, cards: string[], seconds: number): Promise<Row[]> {
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await tpcB(bench.connection, seconds)
    const rate = await runEngine({ dataDir: bench.dataDir, cards, inFlight: 512, seconds })
    const after = await tpcB(bench.connection, seconds)
    rates.push(rate)
    ratios.push(rate / ((before + after) / 2))
  }
  return [
    {
      name: 'authorizations, engine in process, 512 in flight',
      rate: median(rates),
      ratios: { pgbench: median(ratios) },
      note: `of ${ROUNDS} rounds: ${ratios.map((r) => r.toFixed(2)).join(', ')}`,
    },
  ]
}

function runEngine(engine: EnginePlan): Promise<number> {
  const child = fork(fileURLToPath(new URL('./engine.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (rate: number) => child.once('exit', () => resolve(rate)))
    child.once('error', reject)
    child.send(engine)
  })
}

export async function measureHttp(
  bench: Bench,
  barePort: number,
  cards: string[],
  workspaces: WorkspaceCard[],
  seconds: number,
): Promise<Row[]> {
  const rows: Row[] = []
  const bare = await runLoad(authorize(barePort, cards.slice(0, 100), seconds), '201')
  const noOp = await startNoOp(bench)
  const idle = await runLoad(authorize(noOp.port, cards.slice(0, 100), seconds), '201')
  await noOp.stop()
  rows.push(
    { name: 'bare Fastify POST', ...figures(bare) },
    { name: 'the same route, no-op handler', ...figures(idle), ratios: { bare: idle.rate / bare.rate } },
  )
  const loads: [string, LoadPlan][] = [
    ...[1, 100, 10_000].map((count): [string, LoadPlan] => [
      `authorizations over HTTP, 256 connections, ${count} cards`,
      authorize(bench.port, cards.slice(0, count), seconds),
    ]),
    [
      'the same, 10000 cards, an idempotency key each',
      { ...authorize(bench.port, cards, seconds), headers: { ...authorization, 'x-idempotency-key': '{n}' } },
    ],
    [`the same, ${workspaces.length} workspaces`, ofWorkspaces(bench.port, workspaces, seconds)],
  ]
  let best = 0
  for (const [name, load] of loads) {
    const yardstick = await tpcB(bench.connection, seconds)
    const result = await runLoad(load, '201')
    best = Math.max(best, result.rate)
    rows.push({
      name,
      ...figures(result),
      ratios: { pgbench: result.rate / yardstick, bare: result.rate / bare.rate, 'no-op': result.rate / idle.rate },
    })
  }
  const half = await runLoad({ ...authorize(bench.port, cards, seconds), rate: Math.round(best / 2) }, '201')
  rows.push({ name: 'at half of the best rate, constant', ...figures(half) })
  return rows
}

function plan(port: number, connections: number, seconds: number) {
  return { port, connections, seconds, warmupSeconds: WARMUP_SECONDS, headers: authorization }
}

function authorize(port: number, cards: string[], seconds: number): LoadPlan {
  const requests = cards.map((card_id) => ({
    path: '/v1/sandbox/authorizations',
    body: JSON.stringify({ card_id, amount: 0.01, merchant }),
  }))
  return { ...plan(port, 256, seconds), method: 'POST', requests }
}

function ofWorkspaces(port: number, workspaces: WorkspaceCard[], seconds: number): LoadPlan {
  const requests = workspaces.map(({ key, card }) => ({
    path: '/v1/sandbox/authorizations',
    body: JSON.stringify({ card_id: card, amount: 0.01, merchant }),
    headers: { authorization: `Bearer ${key}` },
  }))
  return { ...plan(port, 256, seconds), headers: {}, method: 'POST', requests }
}

function figures({ rate, p50, p99 }: LoadResult): { rate: number; p50: number; p99: number } {
  return { rate, p50, p99 }
}
