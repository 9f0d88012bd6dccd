// npm run figures -w dashboard: measures how long a first visit takes, with the phone settings of Lighthouse: a four
// times slower processor, 1.6 Mbit/s, 150 ms round trip, nothing cached. Reports the median of several visits.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { readConfig } from '../../server/src/config/config.ts'
import { startService } from '../../server/src/start/start.ts'
import { apiOf } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'
import { liveThroughBusyWeeks } from './busy-weeks.ts'
import { Visitor } from './visitor.ts'

const VISITS = 5
const SLOWER = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

type Figures = { fcp: number; lcp: number; tbt: number; cls: number; kB: number }

const parent = mkdtempSync(join(tmpdir(), 'cardwright-figures-'))
chmodSync(parent, 0o755) // as root, PostgreSQL runs as another user
const running = await startService(
  readConfig({ PORT: '0', CARDWRIGHT_DATA_DIR: join(parent, 'data'), RATE_LIMIT_PER_MINUTE: '0' }),
  pino({ level: 'silent' }),
)
const browser = await launchBrowser()
try {
  await liveThroughBusyWeeks(apiOf(running.url, running.firstStart.sandboxKey!), {
    days: 7,
    receiver: 'http://127.0.0.1:9/',
  })
  const cookies = await becomeOwner(browser)
  for (const path of ['/sign-in', '/', '/cards', '/transactions'])
    report(path, await visitOften(browser, path, cookies))
} finally {
  await browser.close()
  await running.stop()
  rmSync(parent, { recursive: true, force: true })
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>

async function becomeOwner(browser: Browser): Promise<Cookies> {
  const visitor = await Visitor.arrive(browser, running.url)
  const token = running.firstStart.joinPath!.split('#')[1]
  await visitor.page.request.post('/dashboard/links/accept', {
    headers: { Origin: running.url },
    data: { token, password: 'a sentence is a good password', name: 'Ada', email: 'ada@example.com' },
  })
  return visitor.page.context().cookies()
}

async function visitOften(browser: Browser, path: string, cookies: Cookies): Promise<Figures[]> {
  const visits: Figures[] = []
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitOnce(browser, path, cookies))
  return visits
}

async function visitOnce(browser: Browser, path: string, cookies: Cookies): Promise<Figures> {
  const visitor = await Visitor.arrive(browser, running.url, { phone: true })
  const { page } = visitor
  if (path !== '/sign-in') await page.context().addCookies(cookies)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(watch)
  await visitor.open(path)
  await visitor.settle()
  const figures = await page.evaluate(() => (globalThis as unknown as { figures: () => Figures }).figures())
  await visitor.leave()
  return figures
}

/** Runs in the page before any of the page's own code. */
function watch(): void {
  const seen = { lcp: 0, tbt: 0, cls: 0 }
  const on = (type: string, take: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
    }).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  on('longtask', (entry) => {
    seen.tbt += entry.duration - 50
  })
  on('layout-shift', (entry) => {
    seen.cls += entry.value
  })
  Object.assign(globalThis, {
    figures: () => ({
      ...seen,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      kB:
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).reduce(
          (sum, each) => sum + each.encodedBodySize,
          0,
        ) / 1000,
    }),
  })
}

function report(path: string, visits: Figures[]): void {
  const median = (name: keyof Figures) => visits.map((each) => each[name]).sort((a, b) => a - b)[VISITS >> 1]!
  const ms = (name: keyof Figures) => `${Math.round(median(name))} ms`
  console.log(
    `${path.padEnd(14)} first paint ${ms('fcp')}, largest ${ms('lcp')}, blocked ${ms('tbt')}, shift ${median('cls').toFixed(3)}, ${Math.round(median('kB'))} kB`,
  )
}
