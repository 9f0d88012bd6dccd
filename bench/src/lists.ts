// Measures lists at full size: reads the first page of each list fifty times, and shows the plan that the database
// chose.

import { connect } from '../../server/src/database/database.ts'
import type { Row } from './report.ts'
import { type Bench, KEY } from './service.ts'

const TIMES = 50

export async function measureLists(bench: Bench): Promise<Row[]> {
  const [card] = ((await get(bench, '/cards?order=asc')) as { data: { id: string }[] }).data
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const paths = [
    '/cards',
    '/cards?status=active',
    '/cards?status=frozen',
    '/cards?bin_id=bin_mastercard_us_credit_1',
    '/cards?label=team%20123',
    '/cards?label=card%20777777',
    '/cards?sort=balance',
    '/cards?sort=last_used',
    '/transactions',
    `/transactions?card_id=${card!.id}`,
    '/transactions?type=authorization',
    '/transactions?type=settlement',
    '/transactions?type=decline',
    '/transactions?type=refund',
    `/transactions?from=${day}&to=${day}`,
    '/transactions?merchant=Merchant%201234',
    '/transactions?merchant=merchant',
    '/transactions?min_amount=10&max_amount=10',
    '/transactions?min_amount=5000',
  ]
  const rows: Row[] = []
  for (const path of paths)
    rows.push({ name: `GET /v1${path.length > 60 ? `${path.slice(0, 60)}…` : path}`, ...(await time(bench, path)) })
  await showPlans(bench)
  return rows
}

async function get({ port }: Bench, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { authorization: `Bearer ${KEY}` } })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function time(bench: Bench, path: string): Promise<{ p50: number; p99: number; note: string }> {
  const times: number[] = []
  let total = 0
  for (let n = 0; n < TIMES; n++) {
    const start = performance.now()
    const answer = (await get(bench, path)) as { pagination: { total: number } }
    times.push(performance.now() - start)
    total = answer.pagination.total
  }
  times.sort((a, b) => a - b)
  return { p50: times[TIMES / 2]!, p99: times[TIMES - 1]!, note: `total ${total}` }
}

/** The statements of the lists as the service sends them, explained. */
async function showPlans({ connection }: Bench): Promise<void> {
  const sql = connect(connection, { max: 1 })
  const [w] = await sql<
    { bucket: number; id: string }[]
  >`select bucket, id from workspaces order by authorization_count desc limit 1`
  const cards = `select c.id from cards c where c.bucket = ${w!.bucket} and c.workspace_id = '${w!.id}'`
  const transactions = `select * from transactions t where t.bucket = ${w!.bucket} and t.workspace_id = '${w!.id}'`
  const newest = 'order by created_at desc, id desc limit 50'
  const statements = {
    'cards, default': `${cards} order by c.created_at desc, c.id desc limit 25`,
    'cards by status': `${cards} and c.status = 1 order by c.created_at desc, c.id desc limit 25`,
    'cards by BIN': `${cards} and c.bin_id = 'bin_mastercard_us_credit_1' order by c.created_at desc, c.id desc limit 25`,
    'cards by label': `${cards} and c.label ilike '%card 777777%' order by c.created_at desc, c.id desc limit 25`,
    'cards by balance': `${cards} order by (c.available_cents - c.overdraft_cents) desc, c.id desc limit 25`,
    'transactions, default': `${transactions} ${newest}`,
    'transactions of a type': `${transactions} and t.type = 1 ${newest}`,
    'transactions of a day': `${transactions} and t.created_at >= now() - interval '2 days' and t.created_at <= now() - interval '1 day' ${newest}`,
    'transactions of a merchant': `${transactions} and t.merchant_id = md5('merchant1234')::uuid ${newest}`,
    'transactions by amount alone': `${transactions} and abs(t.amount_cents) >= 500000 ${newest}`,
  }
  for (const [name, statement] of Object.entries(statements)) {
    const plan = await sql.unsafe(`explain (analyze, costs off, timing off, summary off, buffers off) ${statement}`)
    console.log(`\n${name}\n${plan.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`)
  }
  console.log()
  await sql.end()
}
