// For tests: the commands as an operator calls them, and services on a database and a data folder of the test's choice.
// Most calls run in the process of the test; the few that are about the process itself start one.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pino } from 'pino'
import {
  type Ended,
  type Environment,
  endOf,
  type Running,
  startInProcess,
  startProcess,
} from '../../../cli/test/running-program.ts'
import { readConfig } from '../../src/config/config.ts'
import { type ConnectionOptions, connect } from '../../src/database/database.ts'
import { main } from '../../src/operator/program.ts'
import { buildApp } from '../../src/start/app.ts'
import { openServices } from '../../src/start/start.ts'
import { MASTER_KEY } from '../../test/harness.ts'
import { programFile } from '../../test/program.ts'

const MAIN = programFile('server/src/operator/main.ts')
const LIMITS_OFF = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
  RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
}

export type { Ended, Environment }

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-operator-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The folder of a socket comes from PGHOST when the address names no host. */
export function environmentOf(connection: ConnectionOptions): Environment {
  assert.ok('host' in connection)
  return {
    DATABASE_URL: `postgres:///${connection.database}`,
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.username,
    PGPASSWORD: connection.password,
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    CARDWRIGHT_DATA_DIR: '/nonexistent',
  }
}

/** Runs one command in this process. Undefined in `env` means that a variable is not set. */
export function cardwright(args: string[], env: Environment = {}): Promise<Ended> {
  return endOf(start(args, env))
}

export function start(args: string[], env: Environment = {}): Running {
  return startInProcess(main, args, { PATH: process.env.PATH, ...env })
}

/** The same, in a process of its own. */
export function startReally(args: string[], env: Environment = {}): Running {
  return startProcess(MAIN, args, env)
}

/** Runs a command that must succeed, and returns its output. */
export async function succeeds(args: string[], env: Environment): Promise<string> {
  const { code, out, err } = await cardwright(args, env)
  assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`)
  return out
}

/** Runs a command that must fail without a stack trace, and returns what it printed on standard error. */
export async function fails(args: string[], env: Environment, code = 1): Promise<string> {
  const ended = await cardwright(args, env)
  assert.equal(ended.code, code, `${args.join(' ')}: ${ended.err}${ended.out}`)
  assert.doesNotMatch(ended.err, /\n\s+at /)
  return ended.err
}

/** A connection as the owner of the schema, with more rights than the service. */
export function asOwner(connection: ConnectionOptions) {
  const owner = connect(connection, { max: 1 })
  after(() => owner.end())
  return owner
}

/** Serves the API on an existing database, and returns its address. */
export async function serveOn(connection: ConnectionOptions, env: Environment): Promise<string> {
  const undo: (() => Promise<unknown>)[] = []
  const config = readConfig({
    ...LIMITS_OFF,
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    CARDWRIGHT_DATA_DIR: '/nonexistent',
    ...env,
  })
  const app = buildApp(await openServices(config, pino({ level: 'silent' }), connection, undo))
  after(async () => {
    await app.close()
    for (const step of undo) await step()
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

export async function get(url: string, key: string, path: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`)
  return (await response.json()) as Record<string, string>
}
