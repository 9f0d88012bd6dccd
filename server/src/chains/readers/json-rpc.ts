// JSON-RPC over several nodes. Work runs on one node from beginning to end, so that its answers are consistent. When
// that node fails, is slow or lags behind, the work starts again on the next one.

import type { Logger } from 'pino'
import { AnswerError } from './answer-shape.ts'
import { type Call, Node, NodeError, type Read, RpcError } from './node.ts'

/** One node, as the work sees it. */
export type NodeCalls = {
  call<T>(method: string, params: unknown[], read: Read<T>): Promise<T>
  batch<T>(calls: Call[], read: Read<T>): Promise<(T | RpcError)[]>
}

export type JsonRpcOptions = {
  urls: string[]
  log: Logger
  /** Identifies the chain. A node that reports another identity than the first is not used. */
  identify(node: NodeCalls): Promise<string>
  /** A node that is further behind the best one is skipped. */
  maxBehind: number
  timeoutMs?: number | undefined
  /** After this long the next node is asked in addition to a slow one. */
  slowMs?: number | undefined
  maxBytes?: number
}

type Outcome<T> = { node: Node; value: T } | { node: Node; error: unknown }

const TIMEOUT_MS = 20_000
// All nodes are asked for their tips at once. Nobody waits longer than this after the fastest has answered.
const TIP_GRACE_MS = 1_000

export class JsonRpc {
  readonly #nodes: Node[]
  readonly #options: JsonRpcOptions
  readonly #timeoutMs: number
  readonly #slowMs: number
  readonly #closing = new AbortController()
  #identity: string | undefined

  constructor(options: JsonRpcOptions) {
    if (options.urls.length === 0) throw new Error('a chain needs at least one node')
    this.#nodes = options.urls.map((url) => new Node(url, options.maxBytes))
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#slowMs = options.slowMs ?? this.#timeoutMs / 4
  }

  /** The answer of the first node that gives one. With `isOptional`, a failure does not count against a node. */
  async use<T>(work: (node: NodeCalls) => Promise<T>, { isOptional = false } = {}): Promise<T> {
    const candidates = this.#inOrder()
    const done = new AbortController()
    const running = new Map<Node, Promise<Outcome<T>>>()
    let next = 0
    for (;;) {
      const node = candidates[next++]
      if (node) running.set(node, this.#attempt(node, work, done.signal, isOptional))
      const first = await earliest([...running.values()], next < candidates.length ? this.#slowMs : undefined)
      if (!first) continue
      running.delete(first.node)
      if ('value' in first) {
        done.abort()
        const slow = isOptional ? [] : running.keys()
        for (const each of slow) this.#blame(each, new NodeError(`no answer in ${this.#slowMs} ms`))
        return first.value
      }
      if (next >= candidates.length && running.size === 0) throw first.error
    }
  }

  /**
   * Asks every healthy node for its tip and returns the tip of the node that serves next, so that this node has the
   * blocks up to it.
   */
  async tip<T extends { height: number }>(work: (node: NodeCalls) => Promise<T>): Promise<T> {
    const asked = this.#nodes.filter((node) => !node.isPassedOver())
    const stop = new AbortController()
    const outcomes = await gather(
      asked.map((node) => this.#attempt(node, work, stop.signal, false)),
      Math.min(TIP_GRACE_MS, this.#slowMs),
    )
    stop.abort()
    const settled = new Set(outcomes.map(({ node }) => node))
    for (const slow of asked) if (!settled.has(slow)) this.#blame(slow, new NodeError('slower than the others'))
    const tips = new Map(outcomes.flatMap((each) => ('value' in each ? [[each.node, each.value]] : [])))
    const highest = Math.max(...[...tips.values()].map((tip) => tip.height))
    for (const [node, { height }] of tips) {
      const isBehind = highest - height > this.#options.maxBehind
      if (isBehind !== node.isBehind) {
        this.#options.log.warn({ node: node.shown, height, highest }, isBehind ? 'node lags' : 'node caught up')
      }
      node.isBehind = isBehind
    }
    const serving = this.#inOrder().find((node) => tips.has(node))
    return serving ? tips.get(serving)! : await this.use(work)
  }

  nodes(): { url: string; healthy: boolean; lastError: string | undefined }[] {
    return this.#nodes.map((node) => ({
      url: node.shown,
      healthy: !node.isPassedOver() && !node.isBehind && node.lastError === undefined,
      lastError: node.lastError ?? (node.isBehind ? 'behind the other nodes' : undefined),
    }))
  }

  close(): void {
    this.#closing.abort()
  }

  /** In the configured order; nodes that lag come after the others, and nodes that failed come last. */
  #inOrder(): Node[] {
    const now = performance.now()
    const rank = (node: Node) => (node.isPassedOver(now) ? node.passedOverUntil : node.isBehind ? 1 : 0)
    return this.#nodes.toSorted((a, b) => rank(a) - rank(b))
  }

  async #attempt<T>(
    node: Node,
    work: (calls: NodeCalls) => Promise<T>,
    overtaken: AbortSignal,
    isOptional: boolean,
  ): Promise<Outcome<T>> {
    const calls: NodeCalls = {
      call: (method, params, read) => node.call({ method, params }, read, this.#signal(overtaken)),
      batch: (requests, read) => node.batch(requests, read, this.#signal(overtaken)),
    }
    try {
      await this.#identify(node, calls)
      const value = await work(calls)
      if (!overtaken.aborted) node.succeeded()
      return { node, value }
    } catch (error) {
      const isExpected = error instanceof RpcError || error instanceof NodeError || error instanceof AnswerError
      if (isExpected && !overtaken.aborted && !isOptional) this.#blame(node, error)
      if (!isExpected) throw error
      return { node, error: new NodeError(`${node.shown}: ${node.describe(error)}`, { cause: error }) }
    }
  }

  async #identify(node: Node, calls: NodeCalls): Promise<void> {
    node.identity ??= await this.#options.identify(calls)
    this.#identity ??= node.identity
    if (node.identity !== this.#identity) {
      throw new AnswerError(`is on another chain (${node.identity}, not ${this.#identity})`)
    }
  }

  #blame(node: Node, error: unknown): void {
    const wasHealthy = node.lastError === undefined
    node.failed(error)
    if (wasHealthy && !this.#closing.signal.aborted) {
      this.#options.log.warn({ node: node.shown, problem: node.lastError }, 'node failed')
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
