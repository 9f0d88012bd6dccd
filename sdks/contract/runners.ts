// For each library, the program that plays the contract.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Runner = { name: string; command: string; args: string[]; cwd: string }

const root = fileURLToPath(new URL('../../', import.meta.url))
export const contractFolder = join(root, 'sdks/contract')

/** Longer than any run takes. A runner that hangs is stopped. */
const LONGEST_MS = 4 * 60_000

export const node: Runner = {
  name: 'Node',
  command: process.execPath,
  args: ['sdks/node/contract/runner.ts'],
  cwd: root,
}
export const python: Runner = {
  name: 'Python',
  command: 'python3',
  args: ['sdks/python/contract_runner.py'],
  cwd: root,
}
/** Built before the tests (scripts/test-preparations.ts): `go run` would link again for each call. */
export const go: Runner = {
  name: 'Go',
  command: join(root, 'sdks/go/.data/contract'),
  args: [],
  cwd: join(root, 'sdks/go'),
}

export function run(
  { command, args, cwd }: Runner,
  more: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, [...args, ...more], {
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
