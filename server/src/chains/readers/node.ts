// One node at one address: JSON-RPC requests with limits on time and size, and a record of how reliable the node is.

import { AnswerError, fields, list } from './answer-shape.ts'

/** The node understood the request and said no. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

/** The node could not be asked: no connection, no answer in time, an answer too large. */
export class NodeError extends Error {
  override name = 'NodeError'
}

export type Call = { method: string; params: unknown[] }
export type Read<T> = (value: unknown) => T

// A raw Bitcoin block is 8 MB in hex, a full mempool's list 20 MB.
const MAX_BYTES = 64 * 1024 * 1024
const MAX_IN_BATCH = 100
const MAX_AT_ONCE = 8

const PASSED_OVER_FIRST_MS = 5_000
const PASSED_OVER_MAX_MS = 300_000

export class Node {
  /** Only the host, since the user, the path or the query may hold a key. */
  readonly shown: string
  /** Genesis hash or chain id, once the node has reported it. */
  identity: string | undefined
  lastError: string | undefined
  isBehind = false
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #secrets: string[]
  readonly #maxBytes: number
  #failures = 0
  #passedOverUntil = 0
  #takesBatches = true
  #lastId = 0

  constructor(address: string, maxBytes = MAX_BYTES) {
    const url = parseAddress(address)
    const [user, password] = [decoded(url.username), decoded(url.password)]
    const credentials = Buffer.from(`${user}:${password}`).toString('base64')
    this.#headers = {
      'content-type': 'application/json',
      ...((user || password) && { authorization: `Basic ${credentials}` }),
    }
    url.username = ''
    url.password = ''
    const hasPath = url.pathname !== '/' || url.search !== ''
    this.shown = `${url.origin}${hasPath ? '/…' : ''}`
    this.#url = url.href
    this.#secrets = [user, password, credentials, url.pathname, url.search.slice(1)].filter((part) => part.length > 3)
    this.#maxBytes = maxBytes
  }

  isPassedOver(now = performance.now()): boolean {
    return now < this.#passedOverUntil
  }

  get passedOverUntil(): number {
    return this.#passedOverUntil
  }

  succeeded(): void {
    this.#failures = 0
    this.#passedOverUntil = 0
    this.lastError = undefined
  }

  /** The node is skipped for a while, longer each time, and its identity is asked for again. */
  failed(error: unknown): void {
    const pauseMs = Math.min(PASSED_OVER_FIRST_MS * 2 ** this.#failures, PASSED_OVER_MAX_MS)
    this.#failures++
    this.#passedOverUntil = performance.now() + pauseMs
    this.identity = undefined
    this.lastError = this.describe(error)
  }

  describe(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error)
    return this.#secrets.reduce((said, secret) => said.replaceAll(secret, '…'), message).slice(0, 300)
  }

  async call<T>({ method, params }: Call, read: Read<T>, signal: AbortSignal): Promise<T> {
    const id = ++this.#lastId
    const answer = await this.#post(method, { jsonrpc: '2.0', id, method, params }, signal)
    return namingMethod(method, () => {
      const body = fields(answer)
      const result = resultOf(method, body)
      if (result instanceof RpcError) throw result
      if (body.id !== id) throw new AnswerError('the answer is to another request')
      return read(result)
    })
  }

  /** Answers in the order of the calls. A refused call yields its RpcError. */
  async batch<T>(calls: Call[], read: Read<T>, signal: AbortSignal): Promise<(T | RpcError)[]> {
    const answers: (T | RpcError)[] = []
    for (let at = 0; at < calls.length; ) {
      const some = calls.slice(at, at + (this.#takesBatches ? MAX_IN_BATCH : MAX_AT_ONCE))
      const got = this.#takesBatches
        ? await this.#postBatch(some, read, signal)
        : await Promise.all(some.map((each) => this.call(each, read, signal).catch(onlyRefusal)))
      if (!got) continue
      answers.push(...got)
      at += some.length
    }
    return answers
  }

  /** Undefined when this node accepts no batches, as is the case with some providers. */
  async #postBatch<T>(calls: Call[], read: Read<T>, signal: AbortSignal): Promise<(T | RpcError)[] | undefined> {
    const first = this.#lastId + 1
    this.#lastId += calls.length
    const method = calls[0]!.method
    const body = calls.map((call, index) => ({ jsonrpc: '2.0', id: first + index, ...call }))
    const answer = await this.#post(method, body, signal)
    if (!Array.isArray(answer)) {
      this.#takesBatches = false
      return undefined
    }
    return namingMethod(method, () => {
      const byId = new Map(list(answer).map((each) => [fields(each).id, fields(each)]))
      return calls.map((call, index) => {
        const own = byId.get(first + index)
        if (!own) throw new AnswerError('the batch lacks an answer')
        const result = resultOf(call.method, own)
        return result instanceof RpcError ? result : read(result)
      })
    })
  }

  async #post(method: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    // A redirect would carry the credentials to another host.
    const request = {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    } as const
    let status = 0
    let said: string
    try {
      const response = await fetch(this.#url, request)
      status = response.status
      said = await readBounded(response, this.#maxBytes)
    } catch (error) {
      throw error instanceof NodeError ? error : new NodeError(`${method}: ${describeTransport(error)}`)
    }
    try {
      // Bitcoin Core sends a refusal with status 500 or 404 and a JSON body, so the body decides when there is one.
      const answer = parseExactly(said)
      if (status < 400 || typeof answer === 'object') return answer
    } catch {
      if (status < 400) throw new AnswerError(`${method}: the answer is not JSON`)
    }
    throw new NodeError(`${method}: HTTP status ${status}`)
  }
}

/** An address may hold a key, so the message does not repeat it. */
function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new Error('the address of a node must begin with http:// or https://')
}

/** A password with a bare % is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function onlyRefusal(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  throw error
}

function resultOf(method: string, body: Record<string, unknown>): unknown {
  if (body.error === undefined || body.error === null) {
    if (!('result' in body)) throw new AnswerError('the answer has neither result nor error')
    return body.result
  }
  const { code, message } = fields(body.error)
  return new RpcError(method, Number.isInteger(code) ? Number(code) : 0, String(message).slice(0, 200))
}

function namingMethod<T>(method: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AnswerError ? new AnswerError(`${method}: ${error.message}`) : error
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new NodeError(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function describeTransport(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string }
  return code ?? message ?? error.name
}

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown
const exactInteger: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value

/** Lamports can exceed 2^53. A reviver makes parsing several times slower, so it runs only when there is such a number. */
function parseExactly(said: string): unknown {
  return /[:,[]\s*\d{16}/.test(said) ? JSON.parse(said, exactInteger as never) : JSON.parse(said)
}
