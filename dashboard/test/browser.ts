// The machine's own Chromium, driven by playwright-core, which brings none.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Where `npm test` has one for all files, a connection to it: its contexts are this file's own, and end with it. */
export function launchBrowser(): Promise<Browser> {
  const shared = process.env.CARDWRIGHT_TEST_BROWSER
  return shared ? chromium.connect(shared) : chromium.launch(settings())
}

/** One browser for several processes. */
export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...settings(), host: '127.0.0.1', handleSIGINT: false, handleSIGTERM: false })
}

function settings() {
  // Chromium's own sandbox needs rights that a container's root does not have.
  return { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-dev-shm-usage'] }
}

function findBrowser(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (!found) throw new Error(`none of ${names.join(', ')} is installed`)
  return found
}
