// A service in several processes, started as an operator would, on the test's own database. Only its own processes are
// signalled, by the ids that the supervisor logs.

import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createApiKey } from '../../src/accounts/api-keys.ts'
import { createAccount } from '../../src/accounts/create-account.ts'
import { type ConnectionOptions, openDatabase } from '../../src/database/database.ts'
import type { Uuid } from '../../src/ids.ts'
import { type Api, apiOf } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
import { until } from '../until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('service-program.ts', import.meta.url))
const START_MS = 300_000

export const LIMITS_OFF = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
  RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
}

type Line = {
  msg: string
  process?: string
  name?: string
  pid?: number
  url?: string
  metrics?: string
  level: number
}

export class ServiceGroup {
  readonly #env: Record<string, string | undefined>
  readonly #args: string[]
  #supervisor: ChildProcess | undefined
  #unread = ''
  url = ''
  metricsUrl = ''
  /** The log lines, without those of requests. */
  lines: Line[] = []
  /** The processes that logged a request. */
  readonly serving = new Set<string | undefined>()

  constructor(env: Record<string, string | undefined>, args: string[] = []) {
    const { CARDWRIGHT_TEST_SERVER: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
    this.#env = { ...inherited, PORT: '0', LOG_LEVEL: 'info', WEBHOOK_ALLOW_LOOPBACK: 'true', ...env }
    this.#args = args
    after(() => this.kill())
  }

  get env(): Record<string, string | undefined> {
    return this.#env
  }

  async start(): Promise<void> {
    this.lines = []
    const child = spawn(process.execPath, [program, ...this.#args], {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#supervisor = child
    child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    const listening = () => this.lines.find(({ msg }) => msg === 'listening')
    await until('the service listens', () => this.hasEnded || listening() !== undefined, START_MS)
    if (this.hasEnded) throw new Error(`the service ended at once: ${JSON.stringify(this.lines.slice(-3))}`)
    this.url = listening()!.url!.replace(/\/v1$/, '')
    this.metricsUrl = listening()!.metrics ?? `${this.url}/metrics`
  }

  get hasEnded(): boolean {
    return !this.#supervisor || this.#supervisor.exitCode !== null || this.#supervisor.signalCode !== null
  }

  get exitCode(): number | null {
    return this.#supervisor!.exitCode
  }

  /** Returns the id of the newest process with this name. */
  pidOf(name: string): number {
    return this.readyLines(name).at(-1)!.pid!
  }

  readyLines(name: string): Line[] {
    return this.lines.filter((line) => line.msg === 'process ready' && line.name === name)
  }

  /** Whether a process is ready to replace the next one that dies. */
  get hasSpare(): boolean {
    return this.spare !== undefined
  }

  get spare(): number | undefined {
    const pid = this.lines.findLast(({ msg }) => msg === 'spare process ready')?.pid
    return this.lines.some((line) => line.msg === 'process ready' && line.pid === pid) ? undefined : pid
  }

  count(msg: string): number {
    return this.lines.filter((line) => line.msg === msg).length
  }

  /** Returns a metric of the service, summed over all series with these labels. */
  async metric(name: string, labels: Record<string, string> = {}): Promise<number> {
    const page = await (await fetch(this.metricsUrl)).text()
    const lines = page.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    const wanted = lines.filter((line) =>
      Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    )
    return wanted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }

  signal(signal: NodeJS.Signals): void {
    this.#supervisor!.kill(signal)
  }

  /** Kills the supervisor, as a power failure would. */
  async kill(): Promise<void> {
    if (!this.hasEnded) this.signal('SIGKILL')
    await until('the supervisor has ended', () => this.hasEnded)
  }

  async stop(): Promise<void> {
    this.signal('SIGTERM')
    await until('the supervisor has stopped', () => this.hasEnded)
  }

  #hear(text: string): void {
    const lines = (this.#unread + text).split('\n')
    this.#unread = lines.pop()!
    // The parser throws for an incomplete line, because processes must not write into each other's lines.
    for (const line of lines.filter((each) => each.startsWith('{'))) {
      const parsed = JSON.parse(line) as Line
      if (parsed.msg === 'request') this.serving.add(parsed.process)
      else this.lines.push(parsed)
    }
  }
}

/** Starts a service on a database of the tests' PostgreSQL. */
export function groupOn(connection: ConnectionOptions, processes: number, env = {}, args: string[] = []): ServiceGroup {
  return new ServiceGroup({ ...environmentOf(connection), CARDWRIGHT_PROCESSES: String(processes), ...env }, args)
}

const holder = {
  name: 'Test',
  holderName: 'Grace Test',
  billingAddress: { line1: '2 Test Road', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
}

/** Creates accounts, each with a key, next to the service. */
export function accountsOn(connection: ConnectionOptions) {
  const database = openDatabase(connection, { read: 2, write: 2 })
  after(() => database.close())
  return {
    database,
    async newAccount(url: string): Promise<{ api: Api; accountId: Uuid }> {
      const now = new Date()
      const { id, key } = await database.transaction(async (tx) => {
        const account = await createAccount(tx, { ...holder, now })
        const made = await createApiKey(tx, { accountId: account.id, environment: 'sandbox', name: 'test', now })
        return { id: account.id, key: made.key }
      })
      return { api: apiOf(url, key), accountId: id }
    },
  }
}
