// Measures the dashboard at full size: opens every page in a real browser, with 100,000 cards and 1,000,000
// transactions, and measures the time until its content is shown and the time of each of its requests.

import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../../../dashboard/test/browser.ts'
import { type BusySandbox, liveThroughBusyWeeks } from '../../../dashboard/test/busy-weeks.ts'
import { pagesOf } from '../../../dashboard/test/pages.ts'
import { startReceiver } from '../../../dashboard/test/receiver.ts'
import { connect } from '../../../server/src/database/database.ts'
import { apiOf } from '../../../server/test/harness.ts'
import { median, type Row } from '../report.ts'
import { seed } from '../seed.ts'
import { type Bench, KEY, startBench } from '../service.ts'

const CARDS = 100_000
const OPENED = 3
const ASKED = 20
const MAX_CONTENT_MS = 1_500
const MAX_REQUEST_MS = 300
/** Only one day, since within a week all open holds of the seeded history would expire at once. */
const BUSY_DAYS = 1

const searches = ['4242', 'team 12', 'Merchant 1234', '10.00', '$1,200', 'nothing of the kind'].flatMap((text) => [
  `/dashboard/search?text=${encodeURIComponent(text)}`,
  `/v1/cards?search=${encodeURIComponent(text)}&per_page=8`,
])

/** Filters that nothing or hardly anything matches, and figures by the days of another zone. */
const rareRequests = ({ cardIds }: BusySandbox) => [
  ...[
    'min_amount=123456',
    'currency=CHF',
    'status=settled&currency=CHF',
    'status=pending&min_amount=123456',
    'status=partly_refunded',
    'merchant=merchant&currency=CHF',
    'merchant=merchant%201234&currency=CHF',
    'category=advertising&status=expired',
    `card_id=${cardIds[0]}&status=expired`,
  ].map((filter) => `/dashboard/purchases?${filter}&per_page=50`),
  ...['min_amount=123456', 'merchant=merchant&min_amount=123456', 'type=refund', 'tag=none'].map(
    (filter) => `/dashboard/transactions?${filter}&page=1&per_page=50`,
  ),
  '/dashboard/overview?time_zone=Asia%2FTokyo&days=30',
  '/dashboard/overview?time_zone=Asia%2FTokyo&days=1',
  '/v1/events?type=card.frozen&page=1&per_page=50',
  '/v1/cards?label=nothing%20of%20the%20kind&page=1&per_page=25',
]

export async function measureDashboard(folder: string | undefined): Promise<Row[]> {
  const receiver = await startReceiver()
  const bench = await startBench({ folder, env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } })
  const browser = await launchBrowser()
  try {
    const owner = await joinAsOwner(await browser.newContext({ baseURL: `http://127.0.0.1:${bench.port}` }), bench)
    if (!(await isSeeded(bench))) await seed(bench.connection, CARDS)
    await vacuum(bench)
    const api = apiOf(`http://127.0.0.1:${bench.port}`, KEY)
    const sandbox = await liveThroughBusyWeeks(api, { days: BUSY_DAYS, receiver: `${receiver.url}/hooks` })
    const page = await owner.newPage()
    const requests = new Set<string>([...searches, ...rareRequests(sandbox)])
    const pages = await measurePages(page, Object.entries(pagesOf(sandbox)), requests)
    return [...pages, ...(await measureRequests(owner, requests)), machine()]
  } finally {
    await browser.close()
    await bench.stop()
    receiver.server.close()
  }
}

async function isSeeded({ connection }: Bench): Promise<boolean> {
  const sql = connect(connection, { max: 1 })
  const [row] = await sql<{ count: bigint }[]>`select coalesce(max(authorization_count), 0) as count from workspaces`
  await sql.end()
  return Number(row!.count) >= CARDS
}

/** A service that has run for a day has been vacuumed. Without a vacuum, the first search reads lists of new rows. */
async function vacuum({ connection }: Bench): Promise<void> {
  const sql = connect(connection, { max: 1 })
  await sql.unsafe('vacuum analyze')
  await sql.end()
}

const OWNER = { email: 'mara@example.com', password: 'a sentence is a good password' }

/**
 * Joins by the link that the service printed at its first start, or signs in when the folder is from an earlier run.
 */
async function joinAsOwner(context: BrowserContext, { dataDir, port }: Bench): Promise<BrowserContext> {
  const headers = { Origin: `http://127.0.0.1:${port}` }
  const links = [...readFileSync(join(dataDir, 'service.log'), 'utf8').matchAll(/Dashboard\s+\S+#(\S+)/g)]
  const data = { token: links.at(-1)?.[1], name: 'Mara Lindt', ...OWNER }
  const joined = await context.request.post('/dashboard/links/accept', { headers, data })
  if (joined.ok()) return context
  const entered = await context.request.post('/dashboard/auth/sign-in/email', { headers, data: OWNER })
  if (!entered.ok()) throw new Error(`could not join or sign in: ${await entered.text()}`)
  return context
}

async function measurePages(page: Page, pages: [string, string][], requests: Set<string>): Promise<Row[]> {
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && /^\/(v1|dashboard)\//.test(pathname) && !pathname.endsWith('/stream'))
      requests.add(pathname + search)
  })
  const rows: Row[] = []
  for (const [name, path] of pages) {
    const times: number[] = []
    for (let n = 0; n < OPENED; n++) times.push(await timeToContent(page, path))
    rows.push(checked(`page ${name}`, times, MAX_CONTENT_MS))
  }
  return rows
}

/** The time of a full page load, until the heading is shown and no placeholder is left. */
async function timeToContent(page: Page, path: string): Promise<number> {
  const start = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: { querySelector(selector: string): unknown } }
    return document.querySelector('h1') !== null && document.querySelector('.animate-pulse, [aria-busy=true]') === null
  })
  return performance.now() - start
}

async function measureRequests(context: BrowserContext, requests: Iterable<string>): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of requests) {
    const times: number[] = []
    let status = 0
    for (let n = 0; n < ASKED; n++) {
      const start = performance.now()
      const answer = await context.request.get(path, { headers: { 'X-Cardwright-Environment': 'sandbox' } })
      await answer.body()
      status = answer.status()
      times.push(performance.now() - start)
    }
    const row = checked(`GET ${path.length > 70 ? `${path.slice(0, 70)}…` : path}`, times, MAX_REQUEST_MS)
    rows.push(status === 200 ? row : { ...row, note: `answered ${status} ${row.note ?? ''}` })
  }
  return rows.sort((one, other) => other.p95! - one.p95!)
}

function checked(name: string, times: number[], maxMs: number): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)]!
  return { name, p50: median(sorted), p95, ...(p95 > maxMs && { note: `above ${maxMs} ms` }) }
}

function machine(): Row {
  return { name: `load of the machine at the end: ${loadavg()[0]!.toFixed(1)}` }
}
