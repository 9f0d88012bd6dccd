// A node in its own process, as in production, which starts and ends with a test file.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const START_MS = 60_000

export type NodeProcess = {
  url: string
  /** Kills the process as a crash would, so that its port refuses connections. */
  kill(): Promise<void>
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Runs a file of this folder, which prints its address in its first line. */
export async function startNodeProcess(file: string, args: string[] = []): Promise<NodeProcess> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  // bcoin runs as pure JavaScript, because its native parts do not build on a current Node.
  const env = { ...process.env, NODE_BACKEND: 'js' }
  const child: Child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk) => said.push(chunk))
  const ended = once(child, 'exit')
  try {
    const url = await firstLine(child, ended)
    return {
      url,
      async kill() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${file} did not start: ${Buffer.concat(said).toString().slice(-2_000)}`, { cause: error })
  }
}

async function firstLine(child: Child, ended: Promise<unknown>): Promise<string> {
  let said = ''
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const address = /^ready (\S+)$/m.exec(said)?.[1]
      if (address) resolve(address)
    })
    ended.then(() => reject(new Error('it ended')))
    AbortSignal.timeout(START_MS).addEventListener('abort', () => reject(new Error('it took too long')))
  })
  return line
}

/**
 * Runs in the process of the node: prints the address, and exits when the process of the test has ended for any reason.
 */
export function announce(url: string): void {
  process.stdin.on('end', () => process.exit()).on('error', () => process.exit())
  process.stdin.resume()
  process.stdout.write(`ready ${url}\n`)
}

const require = createRequire(import.meta.url)

/**
 * A package that only `npm run chains:install` installs. The type checker does not resolve the name; without the
 * packages it would report errors in every file here.
 */
export function chainPackage<T>(name: string): T {
  return require(name) as T
}
