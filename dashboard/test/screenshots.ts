// npm run screenshots -w dashboard [page …]: takes every page in the light theme, the dark theme and on a phone, from a
// service with a few busy weeks of data. All pictures go to .data/screenshots for review. Pictures used in documents
// also go to docs/screenshots.

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { readConfig } from '../../server/src/config/config.ts'
import { startService } from '../../server/src/start/start.ts'
import { apiOf } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'
import { liveThroughBusyWeeks } from './busy-weeks.ts'
import { pagesOf } from './pages.ts'
import { startReceiver } from './receiver.ts'
import { type Look, Visitor } from './visitor.ts'

const folder = fileURLToPath(new URL('../../.data/screenshots', import.meta.url))
const shownFolder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const shown = [
  'home-light',
  'card-light',
  'cards-dark',
  'transactions-light',
  'wallet-light',
  'shop-light',
  'home-phone',
]
const looks: Record<string, Look> = { light: {}, dark: { dark: true }, phone: { phone: true } }
const DRAWN_MS = 500 // charts are drawn only after their data has arrived
const PASSWORD = 'a sentence is a good password'
const OWNER = { name: 'Mara Lindt', email: 'mara@example.com' }

const wanted = process.argv.slice(2)
const parent = mkdtempSync(join(tmpdir(), 'cardwright-screenshots-'))
chmodSync(parent, 0o755) // as root, PostgreSQL runs as another user
const receiver = await startReceiver()
const config = readConfig({ PORT: '0', CARDWRIGHT_DATA_DIR: join(parent, 'data'), RATE_LIMIT_PER_MINUTE: '0' })
const running = await startService(config, pino({ level: 'silent' }))
const browser = await launchBrowser()
try {
  const api = apiOf(running.url, running.firstStart.sandboxKey!)
  const sandbox = await liveThroughBusyWeeks(api, { receiver: `${receiver.url}/hooks` })
  for (const each of [folder, shownFolder]) mkdirSync(each, { recursive: true })
  await takeAll(browser, pagesOf(sandbox))
} finally {
  await browser.close()
  await running.stop()
  receiver.server.close()
  rmSync(parent, { recursive: true, force: true })
}

async function takeAll(browser: Browser, pages: Record<string, string>): Promise<void> {
  const chosen = Object.entries(pages).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  let enter = joinAsOwner
  for (const [look, options] of Object.entries(looks)) {
    const visitor = await Visitor.arrive(browser, running.url, options)
    await enter(visitor)
    enter = signIn
    for (const [name, path] of chosen) {
      await visitor.open(path)
      await visitor.settle()
      await visitor.page.waitForTimeout(DRAWN_MS)
      const picture = `${name}-${look}`
      const file = join(folder, `${picture}.png`)
      await visitor.page.screenshot({ path: file, fullPage: options.phone === true && !shown.includes(picture) })
      if (shown.includes(picture)) copyFileSync(file, join(shownFolder, `${picture}.png`))
    }
    visitor.assertQuiet()
    await visitor.leave()
  }
}

async function joinAsOwner({ page }: Visitor): Promise<void> {
  await page.goto(running.firstStart.joinPath!)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .waitFor()
}

async function signIn({ page }: Visitor): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .waitFor()
}
