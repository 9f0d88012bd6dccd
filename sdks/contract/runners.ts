// The program of each library that plays the contract.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Runner = { name: string; command(): string; args: string[]; cwd: string }

const root = fileURLToPath(new URL('../../', import.meta.url))
export const contractFolder = join(root, 'sdks/contract')

/** Longer than any run: a runner that hangs is ended. */
const LONGEST_MS = 4 * 60_000

/** Those whose language is on this machine; what is missing is named by `npm test` (scripts/test-parts.ts). */
export function installedRunners(): Runner[] {
  return [node(), python(), go()].filter((runner) => runner !== undefined)
}

function node(): Runner {
  return { name: 'Node', command: () => process.execPath, args: ['sdks/node/contract/runner.ts'], cwd: root }
}

function python(): Runner | undefined {
  if (!isInstalled('python3', '--version')) return undefined
  return { name: 'Python', command: () => 'python3', args: ['sdks/python/contract_runner.py'], cwd: root }
}

function go(): Runner | undefined {
  if (!isInstalled('go', 'version')) return undefined
  const cwd = join(root, 'sdks/go')
  let program: string | undefined
  const command = () => {
    program ??= buildGo(cwd)
    return program
  }
  return { name: 'Go', command, args: [], cwd }
}

/** Once: `go run` would link again for each call. */
function buildGo(cwd: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'cardwright-go-')), 'runner')
  const built = spawnSync('go', ['build', '-o', program, './contract'], { cwd, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the Go runner cannot be built: ${built.stderr || built.error?.message}`)
  return program
}

function isInstalled(command: string, question: string): boolean {
  return spawnSync(command, [question], { stdio: 'ignore' }).status === 0
}

export function run(
  { command, args, cwd }: Runner,
  more: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command(), [...args, ...more], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(said).toString() }))
  })
}
