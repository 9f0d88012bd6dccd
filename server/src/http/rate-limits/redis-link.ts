import { Redis } from 'ioredis'
import { TAKE_SCRIPT } from './take-script.ts'

const PROBE_EVERY_MS = 500
const PROBE_KEY = 'cardwright:rate:{probe}'

export type Log = { warn(fields: object, message: string): void }

type Scripted = Redis & { takeFromWindows(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<number[]> }

/**
 * The connection to Redis, and whether it works at the moment. One failure or late answer takes it out of use, so that an
 * outage does not slow down requests. A probe in the background brings it back. Each of the two changes logs one line.
 */
export class RedisLink {
  readonly #client: Scripted
  readonly #log: Log
  readonly #deadlineMs: number
  readonly #started = Promise.withResolvers<void>()
  #state: 'starting' | 'up' | 'down' | 'closed' = 'starting'
  #downSince = 0
  #probeTimer: NodeJS.Timeout | undefined

  constructor(url: string, log: Log, deadlineMs: number) {
    this.#log = log
    this.#deadlineMs = deadlineMs
    this.#client = connect(url)
    this.#client.on('ready', () => this.#onReady())
    this.#client.on('error', (error) => this.#takeOutOfUse(error))
    this.#client.on('close', () => this.#takeOutOfUse(new Error('connection closed')))
  }

  /** Runs the script; undefined when Redis does not answer in time. */
  async run(keys: readonly string[], args: readonly (string | number)[]): Promise<number[] | undefined> {
    try {
      if (this.#state === 'starting') await withinMs(this.#deadlineMs, this.#started.promise)
      if (this.#state !== 'up') return undefined
      return await withinMs(this.#deadlineMs, this.#client.takeFromWindows(keys.length, ...keys, ...args))
    } catch (error) {
      this.#takeOutOfUse(error)
      return undefined
    }
  }

  close(): void {
    this.#state = 'closed'
    this.#started.resolve()
    clearTimeout(this.#probeTimer)
    this.#client.disconnect()
  }

  #onReady(): void {
    if (this.#state === 'starting') {
      this.#state = 'up'
      this.#started.resolve()
    } else {
      void this.#probe()
    }
  }

  #takeOutOfUse(error: unknown): void {
    if (this.#state === 'down' || this.#state === 'closed') return
    this.#state = 'down'
    this.#started.resolve()
    this.#downSince = performance.now()
    // Only the message is logged: the error also carries the failed command, which for a failed login holds the password.
    const reason = error instanceof Error ? error.message : String(error)
    this.#log.warn({ reason }, 'Redis is out of reach: each process counts rate limits for itself until it is back')
    this.#probeLater()
  }

  #probeLater(): void {
    clearTimeout(this.#probeTimer)
    this.#probeTimer = setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref()
  }

  /** Probes with the real script, because a replica or a full Redis answers PING but refuses to count. */
  async #probe(): Promise<void> {
    if (this.#state !== 'down') return
    this.#probeLater()
    // The client does not retry a connection that failed before its socket existed.
    if (this.#client.status === 'end') this.#client.connect().catch(() => {})
    if (this.#client.status !== 'ready') return
    try {
      await withinMs(this.#deadlineMs, this.#client.takeFromWindows(1, PROBE_KEY, '', 1, 1))
      this.#bringBack()
    } catch {
      // Still down: the next probe is set.
    }
  }

  #bringBack(): void {
    if (this.#state !== 'down') return
    this.#state = 'up'
    clearTimeout(this.#probeTimer)
    const outageMs = Math.round(performance.now() - this.#downSince)
    this.#log.warn({ outageMs }, 'Redis is back: rate limits are shared again')
  }
}

function connect(url: string): Scripted {
  return new Redis(url, {
    scripts: { takeFromWindows: { lua: TAKE_SCRIPT } },
    // A command that cannot be sent now must fail now. Sent later, it would count at the wrong time.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    // No answer for a second after a command means a dead peer, so connect again.
    socketTimeout: 1000,
    disconnectTimeout: 100,
    maxLoadingRetryTime: 1000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1000),
  }) as Scripted
}

function withinMs<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error(`no answer within ${deadlineMs} ms`))
    // When this process itself was busy, the answer may be waiting unread in the socket. Checking after one more round of
    // reading keeps a long garbage collection from looking like a slow Redis.
    const timer = setTimeout(() => setImmediate(tooLate), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
