// Calls to a processor's API. The result is an answer, a refusal (`ProcessorRefused`) or no answer (`ProcessorSilent`), after
// which the call may have had its effect. Nothing is retried here, since only the callers know whether a repeat is safe.

import { Agent, request } from 'undici'
import { AccessRefused, ProcessorRefused, ProcessorSilent } from './processor.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 5_000_000
const MAX_MESSAGE_LENGTH = 300
/** 4xx codes that do not refuse the request itself: wait and ask again. */
const NOT_A_NO = new Set([408, 409, 425, 429])
/** They refuse whoever asks, whatever the request is. */
const NO_ACCESS = new Set([401, 403])
/** Answered by the processor itself, so the request has ended. Other 5xx may come from a gateway while it goes on. */
const FAILED = 500

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  /** From the root of the API, with its query. */
  path: string
  /** Either is sent with its type. */
  json?: unknown
  form?: URLSearchParams
  headers?: Record<string, string>
  timeoutMs?: number
}

/** What the bodies of a processor's refusals say. */
export type AnswerBodies = {
  messageOf: (body: unknown) => string | undefined
  /** It is a refusal, although its status alone does not say so. */
  isNo?: (body: unknown) => boolean
  /** The idempotency key was used for another request. */
  isKeyOfAnother?: (body: unknown) => boolean
}

export class ProcessorClient {
  readonly #origin: string
  readonly #headers: Record<string, string>
  readonly #bodies: AnswerBodies
  readonly #agent = new Agent({ connections: 16, pipelining: 1 })

  constructor(origin: string, headers: Record<string, string>, bodies: AnswerBodies) {
    this.#origin = origin.replace(/\/+$/, '')
    this.#headers = headers
    this.#bodies = bodies
  }

  /** The body of a 2xx answer, parsed. */
  async call({ method, path, json, form, headers, timeoutMs = TIMEOUT_MS }: Call): Promise<unknown> {
    const { status, text } = await this.#exchange({
      method,
      path,
      body: form ? form.toString() : json === undefined ? null : JSON.stringify(json),
      headers: {
        ...this.#headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      timeoutMs,
    })
    const body = parsed(text)
    if (status >= 200 && status < 300) return body
    throw this.#failureOf(`${method} ${path.split('?', 1)[0]}`, status, body)
  }

  #failureOf(what: string, status: number, body: unknown): ProcessorRefused | ProcessorSilent {
    const { messageOf, isNo, isKeyOfAnother } = this.#bodies
    const said = (messageOf(body) ?? `status ${status}`).slice(0, MAX_MESSAGE_LENGTH)
    const isKeySpent = status === FAILED || isKeyOfAnother?.(body) === true
    if (NO_ACCESS.has(status)) return new AccessRefused(said, { status })
    const isRefusal = status >= 400 && status < 500 && (!NOT_A_NO.has(status) || isNo?.(body) === true)
    if (isRefusal && !isKeySpent) return new ProcessorRefused(said, { status })
    return new ProcessorSilent(`${what}: ${said}`, { isKeySpent })
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async #exchange(sent: Exchange): Promise<{ status: number; text: string }> {
    const { method, path, timeoutMs, ...rest } = sent
    try {
      const answer = await request(`${this.#origin}${path}`, {
        ...rest,
        method,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: answer.statusCode, text: await boundedText(answer.body) }
    } catch (error) {
      const why = error instanceof Error ? error.name : 'unknown'
      throw new ProcessorSilent(`${method} ${path.split('?', 1)[0]}: no answer (${why})`, { cause: error })
    }
  }
}

type Exchange = {
  method: Call['method']
  path: string
  body: string | null
  headers: Record<string, string>
  timeoutMs: number
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
