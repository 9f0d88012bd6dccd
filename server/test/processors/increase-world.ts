// The simulated Increase: an API on its own port, and payments that it plays and reports in signed messages with only
// an id.

import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Event } from 'increase/resources/events.js'
import type { RealTimeDecision } from 'increase/resources/real-time-decisions.js'
import { type ApiCall, answerCall } from './increase-api.ts'
import { IncreaseBank, type Snapshot } from './increase-bank.ts'
import { IncreaseLives } from './increase-lives.ts'
import { Refusal } from './increase-refusals.ts'
import type { Fault, Life, LifeStep, Message, Reply, World, WorldOptions } from './world.ts'

const MAX_BODY_BYTES = 1_000_000
/** Faults that are an answer. */
const FAULT_ANSWERS: Partial<Record<Fault, Refusal>> = {
  refuse: new Refusal(400, 'invalid_parameters_error', 'The simulated processor was told to refuse.'),
  'key refused': new Refusal(401, 'invalid_api_key_error', 'The API key is not valid.'),
  forbidden: new Refusal(403, 'insufficient_permissions_error', 'The API key may not do this.'),
  limit: new Refusal(429, 'rate_limited_error', 'Too many requests.'),
  fail: new Refusal(500, 'internal_server_error', 'An internal error.'),
}

export type IncreaseWorld = World & {
  readonly bank: IncreaseBank
  readonly lives: IncreaseLives
  /** What the object of a message was when the message was made. */
  snapshotOf(message: Message): Snapshot
}

export async function openIncreaseWorld(options: WorldOptions): Promise<IncreaseWorld> {
  const world = new Simulated(options)
  await world.listen()
  return world
}

class Simulated implements IncreaseWorld {
  readonly kind = 'increase'
  readonly apiKey = 'increase-world-api-key'
  readonly signingSecret = 'increase world secret, of raw characters'
  readonly options: Record<string, string>
  readonly faults: Fault[] = []
  readonly calls: string[] = []
  readonly bank: IncreaseBank
  readonly lives: IncreaseLives
  baseUrl = ''
  readonly #clock: () => Date
  readonly #server: Server
  readonly #ask: WorldOptions['ask']
  readonly #answered = new Map<string, { fingerprint: string; answer: object }>()
  /** As long as somebody has the message. */
  readonly #snapshots = new WeakMap<Message, Snapshot>()
  #messages: Message[] = []

  constructor({ seed, clock, ask }: WorldOptions) {
    this.#clock = clock
    this.#ask = ask
    this.bank = new IncreaseBank(seed, clock)
    this.options = { account_id: this.bank.accountId }
    this.lives = new IncreaseLives(this.bank, {
      ask: (category, decision) => this.#question(category, decision),
      tell: (event, snapshot) => this.#tell(event, snapshot),
    })
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get cards() {
    return this.bank.cardStates()
  }

  async live(externalId: string, life: Life): Promise<void> {
    await this.lives.live(externalId, life)
  }

  async goOn(externalId: string, step: LifeStep): Promise<void> {
    await this.lives.goOn(externalId, step)
  }

  take(): Message[] {
    const taken = this.#messages
    this.#messages = []
    return taken
  }

  snapshotOf(message: Message): Snapshot {
    return this.#snapshots.get(message)!
  }

  signAgain({ callback, headers, body }: Message): Message {
    const { category } = JSON.parse(body) as Event
    return this.#signed(callback, headers['webhook-id']!, category, body)
  }

  books(externalId: string): { held: bigint; taken: bigint } {
    return this.bank.books(externalId)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** Whether it was answered stands in the decision itself; no answer to the message is a time-out. */
  async #question(category: Event['category'], decision: RealTimeDecision): Promise<Reply | undefined> {
    this.bank.decisions.set(decision.id, decision)
    const event = this.bank.record(category, 'real_time_decision', decision.id)
    const reply = await this.#ask(this.#signed('decisions', event.id, category, JSON.stringify(event))).catch(
      () => undefined,
    )
    if (decision.status === 'pending') decision.status = 'timed_out'
    return reply
  }

  #tell(event: Event, snapshot: Snapshot): void {
    const message = this.#signed('events', event.id, event.category, JSON.stringify(event))
    this.#snapshots.set(message, snapshot)
    this.#messages.push(message)
  }

  #signed(callback: Message['callback'], id: string, category: Event['category'], body: string): Message {
    const seconds = String(Math.floor(this.#clock().getTime() / 1000))
    const signature = createHmac('sha256', this.#secretFor(category))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
    return { callback, headers: { 'content-type': 'application/json', ...headers }, body }
  }

  /** That of the webhook it is sent to; one made by hand in their dashboard has the secret of the world. */
  #secretFor(category: Event['category']): string {
    const enrolled = this.bank.subscriptions.find(
      ({ object }) =>
        object.status === 'active' &&
        object.selected_event_categories?.some(({ event_category }) => event_category === category),
    )
    return enrolled?.secret ?? this.signingSecret
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.baseUrl)
    this.calls.push(`${request.method} ${url.pathname}`)
    const fault = this.faults.shift()
    if (fault === 'never answered') return
    if (fault === 'silent before effect') return void request.socket.destroy()
    const { status, body } = await this.#answer(request, url, fault)
    if (fault === 'silent after effect') return void request.socket.destroy()
    if (fault === 'fail after effect') return void response.writeHead(500).end()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async #answer(
    request: IncomingMessage,
    url: URL,
    fault: Fault | undefined,
  ): Promise<{ status: number; body: object }> {
    try {
      const text = await bodyOf(request)
      const told = fault && FAULT_ANSWERS[fault]
      if (told) throw told
      if (request.headers.authorization !== `Bearer ${this.apiKey}`) {
        throw new Refusal(401, 'invalid_api_key_error', 'The API key is not valid.')
      }
      const call = { method: request.method ?? '', path: url.pathname, query: url.searchParams }
      return { status: 200, body: this.#answerOnce({ ...call, ...changeOf(request, text) }) }
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body }
      return { status: 500, body: { type: 'internal_server_error', title: String(error), detail: null, status: 500 } }
    }
  }

  #answerOnce(call: ApiCall): object {
    if (call.method === 'GET') return answerCall(this.bank, call)
    const fingerprint = JSON.stringify([call.method, call.path, call.body])
    const before = this.#answered.get(call.key)
    if (before && before.fingerprint !== fingerprint) {
      throw new Refusal(409, 'idempotency_key_already_used_error', 'The key was used with another request.')
    }
    if (before) return before.answer
    const answer = structuredClone(answerCall(this.bank, call))
    this.#answered.set(call.key, { fingerprint, answer })
    return answer
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_BODY_BYTES) throw new Refusal(400, 'malformed_request_error', 'The body is too long.')
  }
  return text
}

function changeOf(request: IncomingMessage, text: string): Pick<ApiCall, 'body' | 'key'> {
  if (request.method === 'GET') {
    if (text !== '') throw new Refusal(400, 'malformed_request_error', 'A body where none belongs.')
    return { body: {}, key: '' }
  }
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || key.length > 200) {
    throw new Refusal(400, 'malformed_request_error', 'No idempotency key.')
  }
  if (request.headers['content-type'] !== 'application/json') {
    throw new Refusal(400, 'malformed_request_error', 'The body is not JSON.')
  }
  try {
    return { body: { ...JSON.parse(text) }, key }
  } catch {
    throw new Refusal(400, 'malformed_request_error', 'The body is not JSON.')
  }
}
