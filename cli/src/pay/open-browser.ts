// The machine's own Chromium, driven by playwright-core. Neither is installed with this program, since most people do not need them.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { CommandError } from '../framework/failures.ts'
import type { Environment } from '../framework/io.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
/** With these variables the driver would write what it types to standard error. */
const DEBUG_VARIABLES = ['DEBUG', 'DEBUG_FILE', 'PWDEBUG', 'PW_DEBUG', 'DEBUGP']

export async function openBrowser({ env, hasSandbox }: { env: Environment; hasSandbox: boolean }): Promise<Browser> {
  const executablePath = findBrowser(env)
  for (const name of DEBUG_VARIABLES) delete process.env[name]
  const { chromium } = loadDriver()
  try {
    return await chromium.launch({ executablePath, chromiumSandbox: hasSandbox, args: ['--disable-dev-shm-usage'] })
  } catch {
    const hint = hasSandbox ? '; as root, or in a container without user namespaces, it needs --no-sandbox' : ''
    throw new CommandError(`${executablePath} does not start${hint}`)
  }
}

export function findBrowser(env: Environment): string {
  const chosen = env.CARDWRIGHT_PAY_BROWSER
  if (chosen && existsSync(chosen)) return chosen
  if (chosen) throw new CommandError(`CARDWRIGHT_PAY_BROWSER names ${chosen}, which does not exist`)
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (found) return found
  throw new CommandError(
    `no browser was found: install Chromium (${NAMES.join(', ')}), or name it in CARDWRIGHT_PAY_BROWSER`,
  )
}

function loadDriver(): typeof import('playwright-core') {
  try {
    return createRequire(import.meta.url)('playwright-core')
  } catch {
    throw new CommandError('pay needs the package playwright-core beside this program: npm install -g playwright-core')
  }
}
