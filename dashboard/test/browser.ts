// Drives the machine's own Chromium, because playwright-core does not include a browser.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * `npm test` shares one browser between all test files. Each file connects to it and gets contexts of its own, which
 * close with the connection.
 */
export function launchBrowser(): Promise<Browser> {
  const shared = process.env.CARDWRIGHT_TEST_BROWSER
  return shared ? chromium.connect(shared) : chromium.launch(settings())
}

/** Starts one browser for several processes. */
export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...settings(), host: '127.0.0.1', handleSIGINT: false, handleSIGTERM: false })
}

function settings() {
  // Chromium's sandbox needs privileges that root in a container does not have.
  return { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-dev-shm-usage'] }
}

function findBrowser(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (!found) throw new Error(`none of ${names.join(', ')} is installed`)
  return found
}
