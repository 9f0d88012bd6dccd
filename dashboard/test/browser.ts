// The machine's own Chromium, driven by playwright-core, which brings none.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

export function launchBrowser(): Promise<Browser> {
  // Chromium's own sandbox needs rights that a container's root does not have.
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

function findBrowser(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (!found) throw new Error(`none of ${names.join(', ')} is installed`)
  return found
}
