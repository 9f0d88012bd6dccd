// A simulated Stripe Issuing account: an API on its own port, messages and books.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StripeLife } from './stripe-life.ts'
import { type Answer, refused, routes } from './stripe-routes.ts'
import { heldOf, StripeState } from './stripe-state.ts'
import type { Fault, World, WorldOptions } from './world.ts'

const STATES: Record<string, 'active' | 'frozen' | 'closed'> = {
  active: 'active',
  inactive: 'frozen',
  canceled: 'closed',
}

export type StripeWorld = World & { state: StripeState }

export async function openStripeWorld(options: WorldOptions): Promise<StripeWorld> {
  const state = new StripeState(options)
  const life = new StripeLife(state, options.ask)
  const api = new StripeApi(state, `rk_world_${options.seed}`)
  const server = createServer((request, response) => void api.serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    kind: 'stripe',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: api.apiKey,
    signingSecret: state.signingSecret,
    options: {},
    faults: api.faults,
    calls: api.calls,
    state,
    get cards() {
      return new Map(
        [...state.cards].map(([id, { metadata, status }]) => [
          id,
          { cardId: metadata.cardwright_card ?? '', state: STATES[status]! },
        ]),
      )
    },
    async live(externalId, played) {
      const card = state.cards.get(externalId)
      if (!card) throw new Error(`no card ${externalId}`)
      await life.play(card, played)
    },
    goOn: (externalId, step) => life.goOn(externalId, step),
    take: () => state.takeMessages(),
    signAgain: ({ callback, body }) => state.sign(callback, body),
    books(externalId) {
      const authorizations = [...state.authorizations.values()].filter(({ card }) => card.id === externalId)
      const transactions = state.transactions.filter(({ card }) => card === externalId)
      return {
        held: BigInt(authorizations.reduce((sum, each) => sum + heldOf(each), 0)),
        taken: BigInt(transactions.reduce((sum, { amount }) => sum - amount, 0)),
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const FAILED: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } }

class StripeApi {
  readonly apiKey: string
  readonly faults: Fault[] = []
  readonly calls: string[] = []
  readonly #state: StripeState
  /** What was answered to a key, and to which request. */
  readonly #answered = new Map<string, { request: string; answer: Answer }>()

  constructor(state: StripeState, apiKey: string) {
    this.#state = state
    this.apiKey = apiKey
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    this.calls.push(`${request.method} ${request.url!.split('?', 1)[0]}`)
    const fault = this.faults.shift()
    if (fault === 'never answered') return
    if (fault === 'silent before effect') return void response.destroy()
    const body = Buffer.concat(chunks).toString()
    const answer = fault === 'fail' ? this.#fail(request, body) : (faultyAnswer(fault) ?? this.#answer(request, body))
    if (fault === 'silent after effect') return void response.destroy()
    if (fault === 'fail after effect') Object.assign(answer, FAILED)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  /** As at Stripe: a failure is kept under the key, and a repeat gets it again. */
  #fail({ headers, method, url }: IncomingMessage, body: string): Answer {
    const key = headers['idempotency-key']
    if (typeof key === 'string') this.#answered.set(key, { request: `${method} ${url} ${body}`, answer: FAILED })
    return FAILED
  }

  #answer(request: IncomingMessage, body: string): Answer {
    const { headers, method } = request
    if (headers.authorization !== `Bearer ${this.apiKey}`) return refused('Invalid API Key provided: rk_****', 401)
    if (!headers['stripe-version']) return refused('No Stripe-Version.')
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (method === 'POST' && !isForm) return refused('The body must be form-encoded.')
    const key = headers['idempotency-key']
    if (typeof key !== 'string') return this.#run(request, body)
    const told = `${method} ${request.url} ${body}`
    const before = this.#answered.get(key)
    if (before && before.request !== told) return refused('Keys are for one request only.', 400, 'idempotency_error')
    const answer = before?.answer ?? this.#run(request, body)
    // As at Stripe: what does not pass validation is not kept, and the object of a repeat is as it was at first.
    if (answer.status === 200) this.#answered.set(key, { request: told, answer: structuredClone(answer) })
    return answer
  }

  #run({ method, url }: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(url!, 'http://stripe')
    const route = routes.find((each) => each.method === method && each.path.test(pathname))
    if (!route) return refused(`Unrecognized request URL (${method}: ${pathname}).`, 404)
    const form = method === 'POST' ? new URLSearchParams(body) : searchParams
    const unknown = [...form.keys()].find((name) => !route.takes.test(name))
    if (unknown !== undefined) return refused(`Received unknown parameter: ${unknown}`)
    const lacking = route.needs?.find((name) => !form.get(name))
    if (lacking !== undefined) return refused(`Missing required param: ${lacking}.`)
    return route.run(this.#state, form, route.path.exec(pathname)![1] ?? '')
  }
}

function faultyAnswer(fault: Fault | undefined): Answer | undefined {
  if (fault === 'refuse') return refused('Your account cannot do this.')
  if (fault === 'limit') return refused('Too many requests.', 429)
  if (fault === 'key refused') return refused('Invalid API Key provided: rk_****', 401)
  if (fault === 'forbidden') return refused('The provided key does not have access.', 403)
  return undefined
}
