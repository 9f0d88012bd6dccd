// The measurements, each beside the yardsticks of the same minute.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EnginePlan, EngineResult } from './engine.ts'
import type { WalletCard } from './fixtures.ts'
import { runLoad } from './load.ts'
import { besidePgbench, figuresOf, measureOnce, ROUNDS } from './measure.ts'
import { authorize, type Cards, keyed, type Load, loadOf, moneyLoads } from './operations.ts'
import { tpcB } from './pgbench.ts'
import { processorTime } from './processor-time.ts'
import { median, type Row } from './report.ts'
import { type Bench, startNoOp } from './service.ts'

export async function measureReads(
  bench: Bench,
  barePort: number,
  cards: WalletCard[],
  seconds: number,
): Promise<Row[]> {
  const bare = await runLoad(read(barePort, cards, seconds).plan, '200')
  const own = read(bench.port, cards, seconds)
  const measured = await measureOnce(bench, own)
  return [
    { name: 'bare Fastify GET', rate: bare.rate, p50: bare.p50, p99: bare.p99 },
    { name: own.name, ...figuresOf([measured]), ratios: { bare: measured.rate / bare.rate } },
  ]
}

function read(port: number, cards: WalletCard[], seconds: number): Load {
  const one = {
    name: 'GET /v1/cards/{id}',
    expected: '200',
    request: ({ id }: WalletCard) => ({ path: `/cards/${id}`, body: {} }),
  }
  const { name, plan, expected } = loadOf(one, '100 cards', port, cards.slice(0, 100), 64, seconds)
  return { name, expected, plan: { ...plan, method: 'GET', requests: plan.requests.map(({ body, ...rest }) => rest) } }
}

/** Engine and yardstick alternate, so that a slow minute of the machine affects both. */
export async function measureEngine(bench: Bench, cards: WalletCard[], seconds: number): Promise<Row[]> {
  const rounds: { rate: number; ratio: number; service: number; postgres: number }[] = []
  const ids = cards.map(({ id }) => id)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await tpcB(bench.connection, seconds)
    const postgresBefore = processorTime(bench.processes).postgres
    const { count, serviceMicros } = await runEngine({ dataDir: bench.dataDir, cards: ids, inFlight: 512, seconds })
    const postgres = (processorTime(bench.processes).postgres - postgresBefore) / count
    const after = await tpcB(bench.connection, seconds)
    const rate = count / seconds
    rounds.push({ rate, ratio: rate / ((before + after) / 2), service: serviceMicros / count, postgres })
  }
  const of = (figure: 'rate' | 'ratio' | 'service' | 'postgres') => median(rounds.map((round) => round[figure]))
  return [
    {
      name: 'authorize, engine in process, 512 in flight',
      rate: of('rate'),
      ratios: { pgbench: of('ratio') },
      cost: { service: of('service'), postgres: of('postgres') },
      note: rounds.map(({ ratio }) => ratio.toFixed(2)).join(', '),
    },
  ]
}

function runEngine(engine: EnginePlan): Promise<EngineResult> {
  const child = fork(fileURLToPath(new URL('./engine.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (result: EngineResult) => child.once('exit', () => resolve(result)))
    child.once('error', reject)
    child.send(engine)
  })
}

export async function measureHttp(bench: Bench, barePort: number, cards: Cards, seconds: number): Promise<Row[]> {
  const hundred = cards.oneWallet.slice(0, 100)
  const of = (port: number, some: WalletCard[], where: string) => loadOf(authorize, where, port, some, 256, seconds)
  const bare = await runLoad(of(barePort, hundred, '').plan, '201')
  const noOp = await startNoOp(bench)
  const idle = await runLoad(of(noOp.port, hundred, '').plan, '201')
  await noOp.stop()
  const all = of(bench.port, cards.oneWallet, `${cards.oneWallet.length} cards`)
  const loads = [
    of(bench.port, cards.oneWallet.slice(0, 1), '1 card'),
    of(bench.port, hundred, '100 cards'),
    all,
    keyed(all),
    of(bench.port, cards.manyWallets, `${cards.manyWallets.length} wallets`),
  ]
  const rows = await besidePgbench(bench, loads, seconds)
  const best = Math.max(...rows.map(({ rate }) => rate!))
  const half = await measureOnce(bench, { ...all, plan: { ...all.plan, rate: Math.round(best / 2) } })
  return [
    { name: 'bare Fastify POST', rate: bare.rate, p50: bare.p50, p99: bare.p99 },
    { name: 'the same route, deciding nothing', rate: idle.rate, ratios: { bare: idle.rate / bare.rate } },
    ...rows,
    { name: 'authorize, at half of the best rate, constant', ...figuresOf([half]) },
  ]
}

export function measureMoney(bench: Bench, cards: Cards, seconds: number): Promise<Row[]> {
  return besidePgbench(bench, moneyLoads(bench.port, cards, seconds), seconds)
}
