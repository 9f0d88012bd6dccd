// npm run bench [-- --large] [-- --grown] [-- --processes N] [-- --questions] [-- --rules] [-- --hook] [-- --iso8583] [-- --dashboard] [-- --distributed URL] [-- --seconds N] [-- --json FILE]
// Measures the service against pgbench's TPC-B and a bare Fastify server in the same run, on the same machine and
// database: ratios and processor time for one operation mean something where absolute rates do not.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { connect } from '../../server/src/database/database.ts'
import { DEFAULT_SHARDS } from '../../server/src/database/distributed/plan-distribution.ts'
import { measureDashboard } from './dashboard/measure-dashboard.ts'
import { measureDistributed } from './distributed.ts'
import { prepareCards, prepareWorkspaces } from './fixtures.ts'
import { measureGrown } from './grown.ts'
import { measureHook } from './hook.ts'
import { measureIso8583 } from './iso8583.ts'
import { measureLists } from './lists.ts'
import type { Cards } from './operations.ts'
import { preparePgbench, tpcB } from './pgbench.ts'
import { measureProcesses } from './processes.ts'
import { measureQuestions } from './questions.ts'
import { type Row, showTable } from './report.ts'
import { measureRules } from './rules.ts'
import { measureEngine, measureHttp, measureMoney, measureReads } from './scenarios.ts'
import { seed } from './seed.ts'
import { type Bench, startBare, startBench } from './service.ts'
import { measureWebhooks } from './webhooks.ts'

const HELP = `npm run bench -- [options]
  --seconds N      length of each measurement (default 5)
  --only NAMES     comma-separated: reads, engine, http, money, webhooks, lists
  --grown          instead: every operation, the webhook delay and the idle cost on a second service that has a million
                   rows in every table, 10,000 workspaces and 1,000 endpoints, against one that is empty
  --processes N    instead: authorizations on a service of N processes against one of one, in turns
  --questions      instead: how soon a processor gets the answers to 300 questions a second
  --rules          instead: authorizations with twenty active rules against authorizations without any, in turns
  --hook           instead: authorizations while 500 questions to a decision hook wait, against without
  --iso8583        instead: messages of the network that one core decodes and encodes in a second
  --dashboard      instead: every page of the dashboard in a browser, and each of its requests, over 100,000 cards and
                   1,000,000 transactions
  --distributed URL  instead: authorizations on the Citus cluster with this coordinator, against a plain database there
  --shards N       with --distributed: the number of shards (default ${DEFAULT_SHARDS})
  --large          fill the database with 1,000,000 cards and 10,000,000 transactions first (minutes, about 15 GB of disk)
  --cards N        with --large: that many cards, ten transactions each
  --data-dir DIR   keep the data there (default: a temporary folder), with --grown that of the second service;
                   an already seeded one is used as it is
  --profile DIR    leave a profile of the service's processor time there, for the tools of a browser
  --json FILE      write the figures there too`

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    grown: { type: 'boolean', default: false },
    processes: { type: 'string' },
    questions: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    hook: { type: 'boolean', default: false },
    iso8583: { type: 'boolean', default: false },
    dashboard: { type: 'boolean', default: false },
    distributed: { type: 'string' },
    shards: { type: 'string', default: String(DEFAULT_SHARDS) },
    cards: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'reads,engine,http,money,webhooks,lists' },
    'data-dir': { type: 'string' },
    profile: { type: 'string' },
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
if (options.processes !== undefined) {
  report(await measureProcesses(Number(options.processes), seconds))
  process.exit(0)
}
if (options.questions) {
  report(await measureQuestions(seconds))
  process.exit(0)
}
if (options.rules) {
  report(await measureRules(seconds, options.profile))
  process.exit(0)
}
if (options.hook) {
  report(await measureHook())
  process.exit(0)
}
if (options.iso8583) {
  report(measureIso8583(seconds))
  process.exit(0)
}
if (options.dashboard) {
  report(await measureDashboard(options['data-dir']))
  process.exit(0)
}
if (options.distributed !== undefined) {
  report(await measureDistributed(options.distributed, Number(options.shards), seconds))
  process.exit(0)
}
const bench = await startBench({ folder: options.grown ? undefined : options['data-dir'], profileDir: options.profile })
const rows: Row[] = []
try {
  if (options.grown) rows.push(...(await measureGrown(bench, options['data-dir'], seconds)))
  else {
    await makePgbenchDatabase(bench)
    if (options.large && !(await isSeeded(bench))) await seed(bench.connection, Number(options.cards))
    await measureChosen()
  }
} finally {
  await bench.stop()
}
report(rows)

function report(measured: Row[]): void {
  showTable(measured)
  if (!options.json) return
  const { large, grown, processes, distributed } = options
  const isDistributed = distributed !== undefined
  const written = { at: new Date().toISOString(), large, grown, processes, isDistributed, seconds, rows: measured }
  writeFileSync(options.json, `${JSON.stringify(written, null, 2)}\n`)
}

async function measureChosen(): Promise<void> {
  const bare = await startBare()
  try {
    const cards = await prepareChosen()
    if (chosen.has('reads')) rows.push(...(await measureReads(bench, bare.port, cards.oneWallet, seconds)))
    if (chosen.has('engine')) rows.push(...(await measureEngine(bench, cards.oneWallet, seconds)))
    if (chosen.has('http')) rows.push(...(await measureHttp(bench, bare.port, cards, seconds)))
    if (chosen.has('money')) rows.push(...(await measureMoney(bench, cards, seconds)))
    if (chosen.has('webhooks')) rows.push(...(await measureWebhooks(bench, seconds)))
    if (chosen.has('lists') && options.large) rows.push(...(await measureLists(bench)))
  } finally {
    await bare.stop()
  }
}

async function prepareChosen(): Promise<Cards> {
  const needsCards = ['reads', 'engine', 'http', 'money'].some((name) => chosen.has(name))
  const needsWallets = chosen.has('http') || chosen.has('money')
  return {
    oneWallet: needsCards ? await prepareCards(bench, 10_000) : [],
    manyWallets: needsWallets ? await prepareWorkspaces(bench, 5_000) : [],
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
