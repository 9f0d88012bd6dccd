// Runs a service in several processes on one machine (docs/adr/0025-processes.md). The supervisor serves no request but for metrics: it owns the
// port, the embedded database and the shared memory, and makes sure that every role has a process.

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { checkServer } from '../database/check-server.ts'
import type { ConnectionOptions } from '../database/database.ts'
import { loginsOf } from '../database/logins.ts'
import { startWithDatabase } from '../database/wait-for-database.ts'
import { newUuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { FirstStart } from '../start/first-start.ts'
import { StartFailed } from '../start/log-start-failure.ts'
import { openConnection, type Undo } from '../start/open-connection.ts'
import { serveMetrics } from '../start/serve-metrics.ts'
import { Acceptor, type PortUse } from './acceptor.ts'
import { AllMetrics } from './all-metrics.ts'
import { Child, type Ending, type Part } from './child.ts'
import { pauseBefore } from './restart-pause.ts'
import { SharedMemory } from './shared-memory.ts'

/** Longer than a process takes to drain, shorter than systemd waits (docs/operating/deploy.md). */
const STOP_API_MS = 20_000
const STOP_WORKER_MS = 8_000
/** How long a stop waits until every accepted connection has reached a process. It is part of STOP_API_MS. */
const HAND_OVER_MS = 5_000
const HAND_OVER_POLL_MS = 10

/** A role and its process. Changes to it happen one after another. */
type Slot = Part & { child: Child | undefined; deaths: number; since: number; turn: Promise<void> }

type Started = {
  url: string
  processorUrl: string | undefined
  metricsUrl: string | undefined
  firstStart: FirstStart
}

export class Supervisor {
  readonly #config: Config
  readonly #log: Logger
  readonly #undo: Undo = []
  readonly #group = newUuid()
  readonly #memory = new SharedMemory()
  readonly #metrics = new AllMetrics()
  /** The second one listens only when processors have their own port. */
  readonly #acceptors: Record<PortUse, Acceptor> = {
    api: new Acceptor('api'),
    processors: new Acceptor('processors'),
  }
  readonly #children = new Set<Child>()
  readonly #slots: Slot[]
  #connection: ConnectionOptions | undefined
  /** Ready to take any role at once, since starting a process takes too long when one has died. */
  #spare: Child | undefined
  #makingSpare: Promise<void> | undefined
  #restarting: Promise<void> | undefined
  #isStopping = false

  constructor(config: Config, log: Logger) {
    this.#config = config
    this.#log = log
    this.#slots = partsOf(config).map((part) => ({
      ...part,
      child: undefined,
      deaths: 0,
      since: 0,
      turn: Promise.resolve(),
    }))
  }

  async start(): Promise<Started> {
    process.stdout.on('error', () => {}) // the reader of the log is gone, which is no reason to stop
    try {
      const connection = await openConnection(this.#config, this.#log, this.#undo, 'service')
      this.#connection = connection
      const logins = loginsOf(connection, this.#config.databaseOwnerUrl)
      // Before the first migration only the owner can log in.
      await startWithDatabase(logins.owner ?? logins.service, this.#log, this.#undo, async () => {
        if (this.#config.databaseUrl) await checkServer(logins)
      })
      // Connections wait until a process is ready. A port that is in use is noticed before the key of a first account is made.
      const { host, port, processorPort } = this.#config
      const url = await this.#acceptors.api.listen(host, port)
      const processorUrl =
        processorPort === undefined ? undefined : await this.#acceptors.processors.listen(host, processorPort)
      const metricsUrl = await serveMetrics(this.#config, this.#log, () => this.#metrics.page(), this.#undo)
      // The first process starts alone: it may have to create a schema and a key, and a failure should be reported only once.
      const { child: first, firstStart } = await this.#prepare(true)
      const others = this.#slots.slice(1).map((slot) => this.#prepare().then(({ child }) => this.#cast(slot, child)))
      await Promise.all([this.#cast(this.#slots[0]!, first), ...others])
      void this.#makeSpare()
      return { url, processorUrl, metricsUrl, firstStart }
    } catch (error) {
      await this.#end()
      throw error
    }
  }

  /** Stops in this order: the ports, the serving processes, the background process, the database. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const startedAt = performance.now()
    await Promise.all(Object.values(this.#acceptors).map((acceptor) => acceptor.closeGently()))
    this.#spare?.kill()
    await this.#handOver(startedAt + HAND_OVER_MS)
    const leave = (role: Part['role'], withinMs: number) =>
      Promise.all(this.#slots.map(async (slot) => slot.role === role && slot.child?.leave(false, withinMs)))
    await leave('api', STOP_API_MS - (performance.now() - startedAt))
    await leave('worker', STOP_WORKER_MS)
    await this.#end()
  }

  /** A process that stops takes no more connections, and one that nobody takes would be reset. */
  async #handOver(deadline: number): Promise<void> {
    const isGiving = () => [...this.#children].some((child) => child.isAlive && child.isGiving)
    while (isGiving() && performance.now() < deadline) await pause(HAND_OVER_POLL_MS)
  }

  /** Replaces every process by a new one, one after the other. Never rejects. */
  restart(): Promise<void> {
    this.#restarting ??= this.#replaceAll()
      .catch((error) =>
        this.#log.error(describeFailure(error), 'the restart was given up; the processes that were there go on'),
      )
      .finally(() => {
        this.#restarting = undefined
      })
    return this.#restarting
  }

  async #replaceAll(): Promise<void> {
    this.#log.info('replacing all processes, one after the other')
    for (const slot of this.#slots) await inTurn(slot, () => this.#replace(slot))
    // The spare was started with the old processes, so it must be replaced too.
    await this.#makingSpare
    this.#spare?.kill()
    this.#spare = undefined
    await this.#makeSpare()
    this.#log.info('all processes are new')
  }

  /** The new process is ready before the old one stops taking connections. The old one finishes its requests in the background. */
  async #replace(slot: Slot): Promise<void> {
    if (this.#isStopping) return
    const old = slot.child
    const { child } = await this.#prepare()
    await this.#cast(slot, child)
    if (!old) return
    this.#eachAcceptor((acceptor) => acceptor.remove(old))
    void old.leave(true, this.#config.http.idleTimeoutMs + STOP_API_MS)
  }

  async #prepare(isFirst = false): Promise<{ child: Child; firstStart: FirstStart }> {
    const child = new Child((socket, use) => this.#acceptors[use].hand(socket))
    this.#children.add(child)
    const forget = [this.#memory.admit(child), this.#metrics.add(child.link, () => child.name)]
    void child.ended.then(() => {
      this.#children.delete(child)
      for (const each of forget) each()
    })
    const connection = this.#connection!
    const failed = child.ended.then((ending) => {
      throw new StartFailed(`a process ended before it was ready (${describeEnding(ending)})`)
    })
    const prepared = child.prepare({ connection, group: this.#group, isFirst }).catch(() => failed)
    const firstStart = await Promise.race([prepared, failed])
    return { child, firstStart }
  }

  /** Gives a role to a prepared process. */
  async #cast(slot: Slot, child: Child): Promise<void> {
    await child.serve({ role: slot.role, name: slot.name })
    slot.child = child
    slot.since = performance.now()
    if (slot.role === 'api') this.#eachAcceptor((acceptor) => acceptor.add(child))
    this.#log.info({ name: slot.name, pid: child.pid }, 'process ready')
    void child.ended.then((ending) => this.#onEnded(slot, child, ending))
  }

  #onEnded(slot: Slot, child: Child, ending: Ending): void {
    this.#eachAcceptor((acceptor) => acceptor.remove(child))
    if (child.isLeaving || this.#isStopping) return
    const lifeMs = performance.now() - slot.since
    const pauseMs = pauseBefore(slot, lifeMs)
    const fields = { name: slot.name, pid: child.pid, ending: describeEnding(ending), pauseMs }
    this.#log.error(fields, 'a process died; another takes its place')
    void inTurn(slot, () => this.#refill(slot, child, pauseMs))
  }

  async #refill(slot: Slot, dead: Child, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    while (!this.#isStopping && slot.child === dead) {
      try {
        const spare = this.#spare?.isAlive ? this.#spare : undefined
        this.#spare = undefined
        await this.#cast(slot, spare ?? (await this.#prepare()).child)
      } catch (error) {
        if (this.#isStopping) return
        const againMs = pauseBefore(slot, 0)
        this.#log.error({ name: slot.name, pauseMs: againMs, ...describeFailure(error) }, 'no process could be started')
        await new Promise((resolve) => setTimeout(resolve, againMs).unref())
      }
    }
    void this.#makeSpare()
  }

  #makeSpare(): Promise<void> {
    if (this.#isStopping || this.#spare?.isAlive) return Promise.resolve()
    this.#makingSpare ??= this.#startSpare().finally(() => {
      this.#makingSpare = undefined
    })
    return this.#makingSpare
  }

  async #startSpare(): Promise<void> {
    try {
      this.#spare = (await this.#prepare()).child
      this.#log.info({ pid: this.#spare.pid }, 'spare process ready')
    } catch (error) {
      // Not fatal: when the next process dies, its replacement has to start first.
      if (!this.#isStopping) this.#log.warn(describeFailure(error), 'no spare process could be started')
    }
    if (this.#isStopping) this.#spare?.kill()
  }

  #eachAcceptor(act: (acceptor: Acceptor) => void): void {
    for (const acceptor of Object.values(this.#acceptors)) act(acceptor)
  }

  async #end(): Promise<void> {
    this.#isStopping = true
    this.#eachAcceptor((acceptor) => acceptor.close())
    for (const child of this.#children) child.kill()
    await Promise.all([...this.#children].map(({ ended }) => ended))
    for (const step of this.#undo.splice(0)) await step()
  }
}

function partsOf({ processes, role }: Config): Part[] {
  const api = Array.from({ length: processes }, (_, n): Part => ({ role: 'api', name: `api-${n + 1}` }))
  return role === 'api' ? api : [...api, { role: 'worker', name: 'worker' }]
}

async function inTurn(slot: Slot, work: () => Promise<void>): Promise<void> {
  const mine = slot.turn.then(work)
  slot.turn = mine.catch(() => {})
  await mine
}

function describeEnding({ code, signal }: Ending): string {
  return signal ?? `exit code ${code}`
}
