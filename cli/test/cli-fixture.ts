// For tests: calls of the program, with folders of their own. Most calls run in the process of the test. Only tests about the
// process itself start one.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { programFile } from '../../server/test/program.ts'
import { main } from '../src/program.ts'
import { type Ended, type Environment, endOf, type Running, startInProcess, startProcess } from './running-program.ts'

export const MAIN = programFile('cli/src/main.ts')

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An environment with folders of its own and, if given, a key and the address of a service. */
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

export function start(args: string[], env: Environment): Running {
  return startInProcess(main, args, env)
}

/** The same, in a process of its own. */
export function startReally(args: string[], env: Environment): Running {
  return startProcess(MAIN, args, env)
}

export function run(args: string[], env: Environment = {}, input = ''): Promise<Ended> {
  return endOf(start(args, env), input)
}

/** Runs a command that must succeed, and returns its output. */
export async function succeeds(args: string[], env: Environment = {}, input = ''): Promise<string> {
  const { code, out, err } = await run(args, env, input)
  assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`)
  return out
}

/** The same with --json; returns the parsed output. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the answers themselves
export async function json(args: string[], env: Environment): Promise<any> {
  return JSON.parse(await succeeds([...args, '--json'], env))
}

/** Runs a command that must fail without a stack trace, and returns what it printed on standard error. */
export async function fails(args: string[], env: Environment, code = 1): Promise<string> {
  const ended = await run(args, env)
  assert.equal(ended.code, code, `${args.join(' ')}: ${ended.err}${ended.out}`)
  assert.doesNotMatch(ended.err, /\n\s+at /)
  assert.equal(ended.out, '')
  return ended.err
}

/** A server on this machine that webhooks can be sent to. */
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
