// Packs the built package and installs it into a temporary folder, as npm would for a user.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const library = fileURLToPath(new URL('..', import.meta.url))
export const root = fileURLToPath(new URL('../../..', import.meta.url))

export function installPacked(): { folder: string; packed: string; files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-sdk-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  // The package is built once, before the tests (scripts/test-preparations.ts), for all tests that pack it.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const packing = execFileSync('npm', args, { cwd: library })
  const [{ filename, files }] = JSON.parse(packing.toString())
  // npm unpacks the package, because not every machine has tar.
  const unpacking = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, filename)]
  execFileSync('npm', unpacking, { cwd: folder, stdio: 'pipe' })
  cpSync(join(library, 'examples'), folder, { recursive: true })
  for (const name of ['express', 'fastify'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return { folder, packed: join(folder, filename), files: files.map((file: { path: string }) => file.path) }
}

const TIMEOUT_MS = 60_000

export type Running = {
  /** Resolves with the part of the output that matches the pattern, as soon as it is printed. */
  said(pattern: RegExp): Promise<string>
  ended: Promise<{ code: number | null; output: string }>
  stop(): void
}

export function start(folder: string, file: string, env: Record<string, string>): Running {
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env }, timeout: TIMEOUT_MS })
  let output = ''
  const watchers = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    output += chunk
    for (const look of watchers) look()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found) resolve(found[1] ?? found[0])
      }
      watchers.add(look)
      look()
      ended.then(() => reject(new Error(`it ended before it said ${pattern}: ${output}`)))
    })
  return { said, ended, stop: () => child.kill() }
}
