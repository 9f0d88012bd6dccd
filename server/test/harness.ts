// Starts a whole service per test file, with its own database that is cloned from a migrated template, served over real
// HTTP. `npm test` provides the PostgreSQL server; see scripts/test.ts.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { pino } from 'pino'
import { createApiKey } from '../src/accounts/api-keys.ts'
import { createAccount } from '../src/accounts/create-account.ts'
import type { EnvironmentName } from '../src/accounts/environments.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { type ConnectionOptions, connect } from '../src/database/database.ts'
import { runAudit } from '../src/operator/run-audit.ts'
import type { Services } from '../src/services.ts'
import { buildApp } from '../src/start/app.ts'
import { openServices } from '../src/start/start.ts'
import { startWorker } from '../src/worker.ts'
import { sendRequest } from './send-request.ts'

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const holder = {
  name: 'Test',
  holderName: 'Grace Test',
  billingAddress: { line1: '2 Test Road', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert what is in a body; its type is what they are about
export type Answer = { status: number; body: any; headers: Headers }

/** The key of one workspace, and the calls with it. */
export type Api = {
  key: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

export type TestService = {
  url: string
  services: Services
  config: Config
  connection: ConnectionOptions
  /** A new account with an empty wallet, with a key of its own. */
  workspace(environment?: EnvironmentName): Promise<Api>
  /** A new account with money in its wallet. */
  fundedWorkspace(dollars?: number): Promise<Api>
  api(key: string): Api
  /** Fails if an invariant of the books does not hold. */
  audit(): Promise<void>
}

type Server = Exclude<ConnectionOptions, { url: string }>

/** `others` are the servers of a distributed database, which have a database of the same name too. */
function testServer(): Server & { others?: Server[] } {
  const given = process.env.CARDWRIGHT_TEST_SERVER
  if (!given) throw new Error('run the tests with: npm test [path …]')
  return JSON.parse(given)
}

/** A database cloned from the template, which is dropped after the test file. */
export async function testDatabase(): Promise<ConnectionOptions> {
  const { connection, drop } = await cloneTemplate()
  after(drop)
  return connection
}

async function cloneTemplate(): Promise<{ connection: ConnectionOptions; drop(): Promise<void> }> {
  const { others = [], ...server } = testServer()
  const database = `test_${randomBytes(8).toString('hex')}`
  const admins = [server, ...others].map((each) => connect({ ...each, database: 'postgres' }, { max: 1 }))
  // Copying the files takes half the processor time of copying the pages through the log, the default.
  const statement = `create database ${database} template cardwright_template strategy = file_copy`
  await Promise.all(admins.map((admin) => admin.unsafe(statement)))
  return {
    connection: { ...server, database },
    async drop() {
      for (const admin of admins) {
        await dropDatabase(admin, database)
        await admin.end()
      }
    },
  }
}

/** A background process of Citus may start in the database at any moment. The server waits for it, but not for long. */
async function dropDatabase(admin: ReturnType<typeof connect>, database: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.unsafe(`drop database if exists ${database} with (force)`)
      return
    } catch (error) {
      if (attempt === 5 || (error as { code?: string }).code !== '55006') throw error
    }
  }
}

/** What a test prepares is not limited as a request is, or a busy machine could not prepare it. */
const PREPARATION_MS = 60_000

type ServiceOptions = {
  worker?: boolean
  /** An existing database with the newest schema, which is not dropped. */
  on?: ConnectionOptions
}

/** Rate limits are off unless a test asks for them. Background work runs only with `worker`. */
export async function startTestService(
  env: Record<string, string> = {},
  { worker = false, on }: ServiceOptions = {},
): Promise<TestService> {
  const { connection, drop } = on ? { connection: on, drop: async () => {} } : await cloneTemplate()
  const undo: (() => Promise<unknown>)[] = []
  const off = {
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
    RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
    SHUTDOWN_LINGER_SECONDS: '0',
  }
  const config = readConfig({
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    PORT: '0',
    CARDWRIGHT_DATA_DIR: '/nonexistent',
    ...off,
    ...env,
  })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const services = await openServices(config, log, connection, undo)
  if (worker) undo.unshift(startWorker(services))
  const app = buildApp(services)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  after(async () => {
    await app.close()
    for (const step of undo) await step()
    await drop()
  })
  const workspace = async (environment: EnvironmentName = 'sandbox') => {
    const { key } = await services.database.transaction(
      async (tx) => {
        const { id } = await createAccount(tx, { ...holder, now: new Date() })
        return createApiKey(tx, { accountId: id, environment, name: 'test', now: new Date() })
      },
      { timeoutMs: PREPARATION_MS },
    )
    return apiOf(url, key)
  }
  return {
    url,
    services,
    config,
    connection,
    workspace,
    api: (key) => apiOf(url, key),
    async fundedWorkspace(dollars = 10_000) {
      const api = await workspace()
      // With the fee of 1 %, no deposit may credit exactly this amount, so the rest is withdrawn.
      const gross = Math.ceil((dollars * 100) / 0.99) / 100
      const { body } = await api.post('/sandbox/deposits', {
        currency: 'usdt',
        amount_crypto: gross.toFixed(2),
        confirm: true,
      })
      assert.ok(body.credited_usd >= dollars, `${body.credited_usd} credited of ${dollars}`)
      return api
    },
    async audit() {
      const result = await runAudit(services.database, services.vault)
      assert.deepEqual(
        result.checks.flatMap((check) => check.faults),
        [],
      )
    },
  }
}

/** Returns a pagination without its cursor, which is opaque. test/lists/cursors.test.ts tests cursors. */
export function countsOf({ next_cursor, ...counts }: Record<string, unknown>): Record<string, unknown> {
  return counts
}

/** Returns the calls of a key to the service at `url`, in any process. */
export function apiOf(url: string, key: string): Api {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const { status, text, ...answer } = await sendRequest(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers }
  }
  return {
    key,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}
