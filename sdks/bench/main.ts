// node sdks/bench/main.ts: the Node library beside the published clients of Stripe and Lithic. Installs those into a
// temporary folder, so it needs a package registry; CI never runs it.

import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PACKAGES = ['@cardwright/sdk', 'lithic', 'stripe']
const IMPORTS = 15
const REQUESTS = 3000
/** Rounds in turn: what else the machine does then falls on all of them. */
const ROUNDS = 3

const here = fileURLToPath(new URL('.', import.meta.url))
const library = fileURLToPath(new URL('../node/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cardwright-sdk-bench-'))
const runFile = promisify(execFile)

try {
  install()
  const importMs = await medians(IMPORTS, PACKAGES, (name) => run('import-time.mjs', name))
  const requestUs = await requestTimes()
  const plain = requestUs.get('fetch')!
  console.table([
    { client: 'fetch alone', 'request, µs': Math.round(plain) },
    ...PACKAGES.map((name) => ({
      client: `${name} ${versionOf(name)}`,
      'packed, kB': kilobytes(packedBytes(name)),
      'installed, kB': kilobytes(bytesIn(join(folder, 'node_modules', name))),
      'import, ms': Number(importMs.get(name)!.toFixed(1)),
      'request, µs': Math.round(requestUs.get(name)!),
      'over fetch, µs': Math.round(requestUs.get(name)! - plain),
    })),
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install(): void {
  execFileSync(process.execPath, ['build.ts'], { cwd: library })
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: library, stdio: 'ignore' })
  const [packed] = readdirSync(folder)
  const wanted = [`./${packed}`, 'lithic', 'stripe']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...wanted], {
    cwd: folder,
    stdio: 'ignore',
  })
  cpSync(here, folder, { recursive: true })
}

async function run(...args: string[]): Promise<number> {
  const { stdout } = await runFile(process.execPath, args, { cwd: folder })
  return Number(stdout)
}

async function medians(times: number, names: string[], measure: (name: string) => Promise<number>) {
  const found = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let n = 0; n < times; n += 1) for (const name of names) found.get(name)!.push(await measure(name))
  return new Map(Array.from(found, ([name, each]) => [name, each.sort((a, b) => a - b)[each.length >> 1]!]))
}

async function requestTimes(): Promise<Map<string, number>> {
  const body = JSON.stringify({ id: 'card_1', object: 'issuing.card', status: 'active', balance: 100, label: 'Ads' })
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const measure = (name: string) => run('request-time.mjs', name, address, String(REQUESTS))
  const found = await medians(ROUNDS, ['fetch', ...PACKAGES], measure)
  server.closeAllConnections()
  server.close()
  return found
}

function versionOf(name: string): string {
  const text = execFileSync('npm', ['ls', name, '--json', '--prefix', folder]).toString()
  return JSON.parse(text).dependencies[name].version
}

function packedBytes(name: string): number {
  const place = join(folder, 'node_modules', name)
  return JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: place }).toString(),
  )[0].size
}

function bytesIn(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}
