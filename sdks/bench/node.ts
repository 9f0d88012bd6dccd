// The Node library.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesIn, kilobytes, markdown, medians, runFile } from './table.ts'

const PACKAGES = ['@cardwright/sdk', 'lithic', 'stripe']
const IMPORTS = 15
const REQUESTS = 3000
const ROUNDS = 3

const here = fileURLToPath(new URL('.', import.meta.url))
const library = fileURLToPath(new URL('../node/', import.meta.url))

export async function nodeTable(address: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-sdk-bench-'))
  try {
    install(folder)
    const run = async (...args: string[]) => Number((await runFile(process.execPath, args, { cwd: folder })).stdout)
    const importMs = await medians(IMPORTS, PACKAGES, (name) => run('node-import-time.mjs', name))
    const requestUs = await medians(ROUNDS, ['fetch', ...PACKAGES], (name) =>
      run('node-request-time.mjs', name, address, String(REQUESTS)),
    )
    const plain = requestUs.get('fetch')!
    const rows = PACKAGES.map((name) => [
      `${name} ${versionOf(folder, name)}`,
      kilobytes(packedBytes(join(folder, 'node_modules', name))),
      kilobytes(bytesIn(join(folder, 'node_modules', name))),
      importMs.get(name)!.toFixed(1),
      Math.round(requestUs.get(name)! - plain),
    ])
    return markdown(
      [`Node.js ${process.version}`, 'packed, kB', 'installed, kB', 'import, ms', 'a request over fetch, µs'],
      rows,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function install(folder: string): void {
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

function versionOf(folder: string, name: string): string {
  const text = execFileSync('npm', ['ls', name, '--json', '--prefix', folder]).toString()
  return JSON.parse(text).dependencies[name].version
}

function packedBytes(place: string): number {
  return JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: place }).toString(),
  )[0].size
}
