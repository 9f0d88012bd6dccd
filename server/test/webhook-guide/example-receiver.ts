// Runs an example of docs/guides as a reader would: as a separate program that is configured by its environment.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from '../until.ts'

const folderOf = (guide: Guide) => fileURLToPath(new URL(`../../../docs/guides/examples/${guide}`, import.meta.url))
const START_MS = 60_000

export type Guide = 'webhooks' | 'decision-hook'
export type Command = [program: string, ...args: string[]]
export type Example = { url: string; port: string; lines(): string[]; stop(): Promise<void> }

export async function startExample(
  guide: Guide,
  [program, ...args]: Command,
  env: Record<string, string>,
): Promise<Example> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(program, args, {
    cwd: folderOf(guide),
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => end(child)
  after(stop)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const listening = () => /^listening on (http:\/\/127\.0\.0\.1:(\d+))\n/.exec(said)
  await until('the example listens', () => child.exitCode !== null || listening() !== null, START_MS)
  const [, url, port] = listening() ?? []
  if (!url || !port) throw new Error(`the example ended at once: ${said}`)
  return { url, port, lines: () => said.trimEnd().split('\n').slice(1), stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Builds with the installed packages only, without a network. */
export async function buildGo(guide: Guide, file: string): Promise<Command> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-go-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  after(remove)
  const binary = join(folder, 'example')
  const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
  // Go needs a cache folder, which it cannot choose without a home directory.
  const cache = process.env.HOME ? {} : { GOCACHE: join(folder, 'cache') }
  try {
    const env = { ...cache, ...process.env, ...offline }
    await promisify(execFile)('go', ['build', '-o', binary, file], { cwd: folderOf(guide), env })
  } catch (error) {
    remove() // A file that fails before its first test runs no `after` hook.
    throw error
  }
  return [binary]
}
