// For tests: the program as somebody runs it, in a process of its own, with folders of its own.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { programFile } from '../../server/test/program.ts'

export const MAIN = programFile('cli/src/main.ts')

export type Ended = { code: number | null; out: string; err: string }
export type Environment = Record<string, string | undefined>

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** One user's folders and, if given, key and service. */
export function environmentFor(given: { url?: string; key?: string } = {}): Environment {
  const folder = temporaryFolder()
  return {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    CARDWRIGHT_API_KEY: given.key,
    CARDWRIGHT_BASE_URL: given.url && `${given.url}/v1`,
  }
}

export function start(args: string[], env: Environment): ChildProcess {
  // With the code that other starts of this run have compiled, a start takes a third of the time.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  after(() => child.kill('SIGKILL'))
  return child
}

export function run(args: string[], env: Environment = {}, input = ''): Promise<Ended> {
  return endOf(start(args, env), input)
}

export function endOf(child: ChildProcess, input = ''): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout!.on('data', (chunk) => (ended.out += chunk))
  child.stderr!.on('data', (chunk) => (ended.err += chunk))
  child.stdin!.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}

/** For one that must succeed; returns what it printed. */
export async function succeeds(args: string[], env: Environment = {}, input = ''): Promise<string> {
  const { code, out, err } = await run(args, env, input)
  assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`)
  return out
}

/** The same, read as a program reads it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert what is in an answer; its type is what they are about
export async function json(args: string[], env: Environment): Promise<any> {
  return JSON.parse(await succeeds([...args, '--json'], env))
}

/** For one that must fail without a trace; returns what it said. */
export async function fails(args: string[], env: Environment, code = 1): Promise<string> {
  const ended = await run(args, env)
  assert.equal(ended.code, code, `${args.join(' ')}: ${ended.err}${ended.out}`)
  assert.doesNotMatch(ended.err, /\n\s+at /)
  assert.equal(ended.out, '')
  return ended.err
}

/** Resolves with the next line of the child that fits. */
export function lineOf(child: ChildProcess, pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk
      const line = said.split('\n').find((each) => pattern.test(each))
      if (line === undefined) return
      child[stream]!.off('data', read)
      resolve(line)
    }
    child[stream]!.on('data', read)
    child.once('close', (code) => reject(new Error(`ended with ${code} before ${pattern}: ${said}`)))
  })
}

/** A program on this machine that webhooks can be sent to. */
export async function receive(
  handle: RequestListener = (_request, response) => response.end(),
  port = 0,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const server = createServer(handle).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  after(close)
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}/hook`, port: taken, close }
}
