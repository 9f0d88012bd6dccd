// npm run bench [-- --large] [-- --seconds N] [-- --json FILE]
// Measures the service against pgbench's TPC-B and a bare Fastify server in the same run, on the same machine and
// database: ratios mean something where absolute numbers do not. --large fills the database first.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { connect } from '../../server/src/database/database.ts'
import { prepareCards, prepareWorkspaces } from './fixtures.ts'
import { measureLists } from './lists.ts'
import { preparePgbench, tpcB } from './pgbench.ts'
import { type Row, showTable } from './report.ts'
import { measureEngine, measureHttp, measureReads } from './scenarios.ts'
import { seed } from './seed.ts'
import { type Bench, startBare, startBench } from './service.ts'
import { measureWebhooks } from './webhooks.ts'

const HELP = `npm run bench -- [options]
  --large          fill the database with 1,000,000 cards and 10,000,000 transactions first (minutes, about 15 GB of disk)
  --cards N        with --large: that many cards, ten transactions each
  --seconds N      length of each measurement (default 5)
  --only NAMES     comma-separated: reads, engine, http, webhooks, lists
  --data-dir DIR   keep the data of the service there (default: a temporary folder); an already seeded one is used as it is
  --json FILE      write the figures there too`

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    cards: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'reads,engine,http,webhooks,lists' },
    'data-dir': { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(HELP)
  process.exit(0)
}

const seconds = Number(options.seconds)
const chosen = new Set(options.only.split(','))
const bench = await startBench(options['data-dir'])
const rows: Row[] = []
try {
  await makePgbenchDatabase(bench)
  if (options.large && !(await isSeeded(bench))) await seed(bench.connection, Number(options.cards))
  await measureAll()
} finally {
  await bench.stop()
}
showTable(rows)
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify({ at: new Date().toISOString(), large: options.large, seconds, rows }, null, 2)}\n`,
  )

async function measureAll(): Promise<void> {
  const bare = await startBare()
  try {
    const needsCards = chosen.has('reads') || chosen.has('engine') || chosen.has('http')
    const cards = needsCards ? await prepareCards(bench, 10_000) : []
    if (chosen.has('reads')) rows.push(...(await measureReads(bench, bare.port, cards, seconds)))
    if (chosen.has('engine')) rows.push(...(await measureEngine(bench, cards, seconds)))
    if (chosen.has('http'))
      rows.push(...(await measureHttp(bench, bare.port, cards, await prepareWorkspaces(bench, 5_000), seconds)))
    if (chosen.has('webhooks')) rows.push(...(await measureWebhooks(bench, seconds)))
    if (chosen.has('lists') && options.large) rows.push(...(await measureLists(bench)))
  } finally {
    await bare.stop()
  }
}

async function makePgbenchDatabase({ connection }: Bench): Promise<void> {
  const admin = connect({ ...connection, database: 'postgres' }, { max: 1 })
  const [exists] = await admin`select 1 from pg_database where datname = 'pgbench'`
  if (!exists) {
    await admin.unsafe('create database pgbench')
    await preparePgbench(connection)
    await tpcB(connection, 1) // warms the cache
  }
  await admin.end()
}

async function isSeeded({ connection }: Bench): Promise<boolean> {
  const sql = connect(connection, { max: 1 })
  const [row] = await sql<{ count: bigint }[]>`select coalesce(max(authorization_count), 0) as count from workspaces`
  await sql.end()
  return row!.count >= 1_000_000n
}
