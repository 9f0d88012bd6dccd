// JSON-RPC over several nodes. Work runs on one node from beginning to end, so that its answers are consistent. When
// that node fails, is slow or lags behind, the work starts again on the next one.

import type { Logger } from 'pino'
import { AnswerError } from './answer-shape.ts'
import { type Call, Endpoint, EndpointError, type Read, RpcError } from './endpoint.ts'

/** One node, as the work sees it. */
export type Node = {
  call<T>(method: string, params: unknown[], read: Read<T>): Promise<T>
  batch<T>(calls: Call[], read: Read<T>): Promise<(T | RpcError)[]>
}

export type JsonRpcOptions = {
  urls: string[]
  log: Logger
  /** Identifies the chain. A node that reports another identity than the first is not used. */
  identify(node: Node): Promise<string>
  /** A node that is further behind the best one is skipped. */
  mostBehind: number
  timeoutMs?: number | undefined
  /** After this long the next node is asked in addition to a slow one. */
  slowMs?: number | undefined
  mostBytes?: number
}

type Outcome<T> = { endpoint: Endpoint; value: T } | { endpoint: Endpoint; error: unknown }

const TIMEOUT_MS = 20_000
// All nodes are asked for their tips at once. Nobody waits longer than this after the fastest has answered.
const TIP_GRACE_MS = 1_000

export class JsonRpc {
  readonly #endpoints: Endpoint[]
  readonly #options: JsonRpcOptions
  readonly #timeoutMs: number
  readonly #slowMs: number
  readonly #closing = new AbortController()
  #identity: string | undefined

  constructor(options: JsonRpcOptions) {
    if (options.urls.length === 0) throw new Error('a chain needs at least one endpoint')
    this.#endpoints = options.urls.map((url) => new Endpoint(url, options.mostBytes))
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#slowMs = options.slowMs ?? this.#timeoutMs / 4
  }

  /** The answer of the first node that gives one. With `isOptional`, a failure does not count against a node. */
  async use<T>(work: (node: Node) => Promise<T>, { isOptional = false } = {}): Promise<T> {
    const candidates = this.#inOrder()
    const done = new AbortController()
    const running = new Map<Endpoint, Promise<Outcome<T>>>()
    let next = 0
    for (;;) {
      const endpoint = candidates[next++]
      if (endpoint) running.set(endpoint, this.#attempt(endpoint, work, done.signal, isOptional))
      const first = await earliest([...running.values()], next < candidates.length ? this.#slowMs : undefined)
      if (!first) continue
      running.delete(first.endpoint)
      if ('value' in first) {
        done.abort()
        const slow = isOptional ? [] : running.keys()
        for (const each of slow) this.#blame(each, new EndpointError(`no answer in ${this.#slowMs} ms`))
        return first.value
      }
      if (next >= candidates.length && running.size === 0) throw first.error
    }
  }

  /**
   * Asks every healthy node for its tip and returns the tip of the node that serves next, so that this node has the
   * blocks up to it.
   */
  async tip<T extends { height: number }>(work: (node: Node) => Promise<T>): Promise<T> {
    const asked = this.#endpoints.filter((endpoint) => !endpoint.isPassedOver())
    const stop = new AbortController()
    const outcomes = await gather(
      asked.map((endpoint) => this.#attempt(endpoint, work, stop.signal, false)),
      Math.min(TIP_GRACE_MS, this.#slowMs),
    )
    stop.abort()
    const settled = new Set(outcomes.map(({ endpoint }) => endpoint))
    for (const slow of asked) if (!settled.has(slow)) this.#blame(slow, new EndpointError('slower than the others'))
    const tips = new Map(outcomes.flatMap((each) => ('value' in each ? [[each.endpoint, each.value]] : [])))
    const highest = Math.max(...[...tips.values()].map((tip) => tip.height))
    for (const [endpoint, { height }] of tips) {
      const isBehind = highest - height > this.#options.mostBehind
      if (isBehind !== endpoint.isBehind) {
        this.#options.log.warn({ endpoint: endpoint.shown, height, highest }, isBehind ? 'node lags' : 'node caught up')
      }
      endpoint.isBehind = isBehind
    }
    const serving = this.#inOrder().find((endpoint) => tips.has(endpoint))
    return serving ? tips.get(serving)! : await this.use(work)
  }

  endpoints(): { url: string; healthy: boolean; lastError: string | undefined }[] {
    return this.#endpoints.map((endpoint) => ({
      url: endpoint.shown,
      healthy: !endpoint.isPassedOver() && !endpoint.isBehind && endpoint.lastError === undefined,
      lastError: endpoint.lastError ?? (endpoint.isBehind ? 'behind the other endpoints' : undefined),
    }))
  }

  close(): void {
    this.#closing.abort()
  }

  /** In the configured order; nodes that lag come after the others, and nodes that failed come last. */
  #inOrder(): Endpoint[] {
    const now = performance.now()
    const rank = (endpoint: Endpoint) =>
      endpoint.isPassedOver(now) ? endpoint.passedOverUntil : endpoint.isBehind ? 1 : 0
    return this.#endpoints.toSorted((a, b) => rank(a) - rank(b))
  }

  async #attempt<T>(
    endpoint: Endpoint,
    work: (node: Node) => Promise<T>,
    overtaken: AbortSignal,
    isOptional: boolean,
  ): Promise<Outcome<T>> {
    const node: Node = {
      call: (method, params, read) => endpoint.call({ method, params }, read, this.#signal(overtaken)),
      batch: (calls, read) => endpoint.batch(calls, read, this.#signal(overtaken)),
    }
    try {
      await this.#identify(endpoint, node)
      const value = await work(node)
      if (!overtaken.aborted) endpoint.succeeded()
      return { endpoint, value }
    } catch (error) {
      const isExpected = error instanceof RpcError || error instanceof EndpointError || error instanceof AnswerError
      if (isExpected && !overtaken.aborted && !isOptional) this.#blame(endpoint, error)
      if (!isExpected) throw error
      return { endpoint, error: new EndpointError(`${endpoint.shown}: ${endpoint.describe(error)}`, { cause: error }) }
    }
  }

  async #identify(endpoint: Endpoint, node: Node): Promise<void> {
    endpoint.identity ??= await this.#options.identify(node)
    this.#identity ??= endpoint.identity
    if (endpoint.identity !== this.#identity) {
      throw new AnswerError(`is on another chain (${endpoint.identity}, not ${this.#identity})`)
    }
  }

  #blame(endpoint: Endpoint, error: unknown): void {
    const wasHealthy = endpoint.lastError === undefined
    endpoint.failed(error)
    if (wasHealthy && !this.#closing.signal.aborted) {
      this.#options.log.warn({ endpoint: endpoint.shown, problem: endpoint.lastError }, 'node failed')
    }
  }

  #signal(overtaken: AbortSignal): AbortSignal {
    return AbortSignal.any([overtaken, this.#closing.signal, AbortSignal.timeout(this.#timeoutMs)])
  }
}

/** The first promise to settle; undefined when none has settled after `waitMs`. */
async function earliest<T>(running: Promise<T>[], waitMs: number | undefined): Promise<T | undefined> {
  if (waitMs === undefined) return Promise.race(running)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs)
  })
  try {
    return await Promise.race([...running, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The results when all have settled, or `graceMs` after the first success. */
function gather<T extends object>(running: Promise<T>[], graceMs: number): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const settled: T[] = []
    let timer: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(timer)
      resolve(settled)
    }
    if (running.length === 0) finish()
    for (const each of running) {
      each.then((outcome) => {
        settled.push(outcome)
        if (settled.length === running.length) finish()
        else if ('value' in outcome) timer ??= setTimeout(finish, graceMs)
      }, reject)
    }
  })
}
