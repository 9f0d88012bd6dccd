// Measures whether anything costs more with history: the same loads run alternately, on one machine, on an empty
// service and on a service with a million rows in every table.

import { connect } from '../../server/src/database/database.ts'
import { parseId } from '../../server/src/ids.ts'
import { seedHistory } from '../../server/test/growth/seed-history.ts'
import { prepareCards, prepareWorkspaces, type WalletCard } from './fixtures.ts'
import { type Measured, measureOnce, ROUNDS } from './measure.ts'
import { authorize, type Cards, keyed, type Load, loadOf, moneyLoads } from './operations.ts'
import { between, processorTime } from './processor-time.ts'
import { median, type Row } from './report.ts'
import { type Bench, startBench } from './service.ts'
import { measureDelay } from './webhooks.ts'

const HISTORY = { rows: 1_000_000, workspaces: 10_000, endpoints: 1_000 }
const CARDS = 1_000
const WORKSPACES = 500

type Side = { bench: Bench; cards: Cards; loads: Load[] }

/** `seededFolder` is kept from an earlier run. Without it, the history is made first. */
export async function measureGrown(empty: Bench, seededFolder: string | undefined, seconds: number): Promise<Row[]> {
  const grown = await startBench({ folder: seededFolder })
  try {
    await fill(grown)
    const sides = { empty: await prepare(empty, seconds), grown: await prepare(grown, seconds) }
    return [
      ...(await measureOperations(sides.empty, sides.grown)),
      await compareDelay(sides.empty, sides.grown, seconds),
      await compareIdle(sides.empty, sides.grown),
    ]
  } finally {
    await grown.stop()
  }
}

async function fill(bench: Bench): Promise<void> {
  const sql = connect(bench.connection, { max: 1 })
  const [workspace] = await sql<{ bucket: number; id: string; account: string; events: bigint }[]>`
    select bucket, id, account_id as account, event_sequence as events from workspaces
    where live and environment = 1 order by created_at limit 1`
  if (workspace!.events < BigInt(HISTORY.rows)) {
    const [card] = await prepareCards(bench, 1)
    const target = {
      ...workspace!,
      card: parseId('card', card!.id)!.uuid,
      webhook: '00000000-0000-7000-8000-000000000001',
    }
    console.error(`seeding ${HISTORY.rows.toLocaleString('en-US')} rows in every table; this takes some minutes`)
    await sql.unsafe(`delete from events where bucket = ${target.bucket} and workspace_id = '${target.id}';
      delete from transfers where bucket = ${target.bucket} and workspace_id = '${target.id}';
      delete from audit_log where bucket = ${target.bucket}`)
    await seedHistory(sql as never, target as never, HISTORY)
    await sql.unsafe('vacuum analyze')
    await sql.unsafe('checkpoint')
  }
  await sql.end()
}

async function prepare(bench: Bench, seconds: number): Promise<Side> {
  const cards = { oneWallet: await prepareCards(bench, CARDS), manyWallets: await prepareWorkspaces(bench, WORKSPACES) }
  const all = loadOf(authorize, 'one wallet', bench.port, cards.oneWallet, 256, seconds)
  const loads = [all, keyed(all), ...moneyLoads(bench.port, cards, seconds)]
  return { bench, cards, loads }
}

async function measureOperations(empty: Side, grown: Side): Promise<Row[]> {
  const pairs = empty.loads.map((load, n) => ({
    name: load.name,
    load,
    other: grown.loads[n]!,
    seen: [] as Measured[][],
  }))
  for (let round = 0; round < ROUNDS; round++)
    for (const { load, other, seen } of pairs)
      seen.push([await measureOnce(empty.bench, load), await measureOnce(grown.bench, other)])
  return pairs.map(({ name, seen }) => {
    const ratio = (figure: (each: Measured) => number) =>
      median(seen.map(([before, after]) => figure(after!) / figure(before!)))
    const cpu = ({ cost }: Measured) => cost.service + cost.postgres
    return {
      name: `grown: ${name}`,
      rate: median(seen.map(([, after]) => after!.rate)),
      ratios: { 'rate of empty': ratio(({ rate }) => rate), 'CPU of empty': ratio(cpu) },
      cost: {
        service: median(seen.map(([, after]) => after!.cost.service)),
        postgres: median(seen.map(([, after]) => after!.cost.postgres)),
      },
    }
  })
}

/** Measures in the workspace that has the history. */
async function compareDelay(empty: Side, grown: Side, seconds: number): Promise<Row> {
  const delays: { empty: number; grown: number }[] = []
  const of = async ({ bench, cards }: Side) =>
    (await measureDelay(bench, cards.oneWallet[0] as WalletCard, seconds)).p50
  for (let round = 0; round < ROUNDS; round++) delays.push({ empty: await of(empty), grown: await of(grown) })
  return {
    name: 'grown: webhook delay',
    p50: median(delays.map((each) => each.grown)),
    ratios: { 'p50 of empty': median(delays.map((each) => each.grown / each.empty)) },
  }
}

const IDLE_SECONDS = 60

async function compareIdle(empty: Side, grown: Side): Promise<Row> {
  const before = [processorTime(empty.bench.processes), processorTime(grown.bench.processes)] as const
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
  const [fresh, full] = [
    between(before[0], processorTime(empty.bench.processes)),
    between(before[1], processorTime(grown.bench.processes)),
  ]
  const seconds = (micros: number) => (micros / 1e6).toFixed(2)
  return {
    name: 'grown: idle for a minute, CPU s',
    note: `PostgreSQL ${seconds(full.postgres)} (empty ${seconds(fresh.postgres)}), service ${seconds(full.service)} (empty ${seconds(fresh.service)})`,
  }
}
