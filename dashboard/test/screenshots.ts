// npm run screenshots -w dashboard [page …]: every page in the light, in the dark and on a phone, of a service with a few
// busy weeks behind it. Written to docs/screenshots, where the README shows some of them.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { readConfig } from '../../server/src/config.ts'
import { startService } from '../../server/src/start.ts'
import { apiOf } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'
import { type BusySandbox, liveThroughBusyWeeks } from './busy-weeks.ts'
import { type Look, Visitor } from './visitor.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const looks: Record<string, Look> = { light: {}, dark: { dark: true }, phone: { phone: true } }
const PASSWORD = 'a sentence is a good password'
const OWNER = { name: 'Mara Lindt', email: 'mara@example.com' }

const pages = ({ cardIds, webhookId }: BusySandbox): Record<string, string> => ({
  home: '/',
  cards: '/cards',
  card: `/cards/${cardIds[0]}`,
  'frozen-card': `/cards/${cardIds[5]}`,
  transactions: '/transactions',
  declines: '/transactions?type=decline',
  wallet: '/wallet',
  '3ds': '/3ds',
  webhooks: '/developers/webhooks',
  webhook: `/developers/webhooks/${webhookId}`,
  events: '/developers/events',
  logs: '/developers/logs',
  keys: '/settings/keys',
  account: '/settings/account',
  team: '/settings/team',
  security: '/settings/security',
  audit: '/settings/audit-log',
  sandbox: '/sandbox',
  shop: '/shop',
})

const wanted = process.argv.slice(2)
const parent = mkdtempSync(join(tmpdir(), 'cardwright-screenshots-'))
chmodSync(parent, 0o755) // as root, PostgreSQL runs as somebody else
const receiver = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
const config = readConfig({ PORT: '0', CARDWRIGHT_DATA_DIR: join(parent, 'data'), RATE_LIMIT_PER_MINUTE: '0' })
const running = await startService(config, pino({ level: 'silent' }))
const browser = await launchBrowser()
try {
  const api = apiOf(running.url, running.firstStart.sandboxKey!)
  const { port } = receiver.address() as AddressInfo
  const sandbox = await liveThroughBusyWeeks(api, { receiver: `http://127.0.0.1:${port}/hooks` })
  mkdirSync(folder, { recursive: true })
  await takeAll(browser, pages(sandbox))
} finally {
  await browser.close()
  await running.stop()
  receiver.close()
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
      await settle(visitor)
      await visitor.page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: options.phone === true })
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

/** No skeleton is left, and pictures of a chart are drawn. */
async function settle({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy=true]') === null)
  await page.waitForTimeout(400)
}
