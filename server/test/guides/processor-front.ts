// The calls of a processor's own API that its guide makes, in which the reader acts as the merchant. A simulated
// processor executes them. A step on a closed authorization is rejected, as real processors do.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { IncreaseWorld } from '../processors/increase-world.ts'
import type { StripeState } from '../processors/stripe-state.ts'
import type { LifeStep, Message, World } from '../processors/world.ts'

type Fields = Record<string, string>
/** Returns undefined for a call that the guide should not make. */
type Desk = (call: string, fields: Fields) => Promise<object | undefined>
export type Deliver = (message: Message) => Promise<unknown>

export class Closed extends Error {}

/** Opens the API of a simulated processor and returns its address. */
export async function openFront(desk: Desk): Promise<string> {
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url!.split('?', 1)[0]}`
    const answer = await desk(call, fieldsOf(request, await textOf(request))).catch((error: Error) => error)
    const status = answer === undefined ? 404 : answer instanceof Error ? 400 : 200
    const body =
      answer instanceof Error ? { error: { message: answer.message } } : (answer ?? { error: { message: call } })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  return await new Response(request as never).text()
}

function fieldsOf(request: IncomingMessage, text: string): Fields {
  const isJson = request.headers['content-type'] === 'application/json'
  return isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

/**
 * A merchant who charges the newest card of the simulated processor. Every message of the processor is delivered before
 * the call ends.
 */
class Merchant {
  readonly #world: World
  readonly #deliver: Deliver

  constructor(world: World, deliver: Deliver) {
    this.#world = world
    this.#deliver = deliver
  }

  get card(): string {
    return [...this.#world.cards.keys()].at(-1)!
  }

  get held(): bigint {
    return this.#world.books(this.card).held
  }

  async buy(name: string, amount: string, begins: 'asked' | 'forced' = 'asked'): Promise<Message[]> {
    const merchant = { name, mcc: '5814', country: 'US' }
    await this.#world.live(this.card, { amount: BigInt(amount), merchant, begins, steps: [] })
    return await this.#tell()
  }

  async goOn(step: LifeStep): Promise<void> {
    if (step.act !== 'refund' && this.held === 0n) throw new Closed(`${step.act}: this authorization is closed.`)
    await this.#world.goOn(this.card, step)
    await this.#tell()
  }

  async #tell(): Promise<Message[]> {
    const messages = this.#world.take()
    for (const message of messages) await this.#deliver(message)
    return messages
  }
}

export function lithicDesk(world: World, deliver: Deliver): Desk {
  const merchant = new Merchant(world, deliver)
  return async (call, { amount = '0', descriptor = '', type }) => {
    const done = { debugging_request_id: 'b7a2c1f4-0000-4000-8000-000000000000' }
    switch (call) {
      case 'GET /v1/card_programs':
        return { data: [{ name: 'Program', pan_range_start: '52304803' }], has_more: false }
      case 'POST /v1/simulate/authorize': {
        const [message] = await merchant.buy(descriptor, amount)
        return { token: JSON.parse(message!.body).token, ...done }
      }
      case 'POST /v1/simulate/authorization_advice':
        await merchant.goOn({ act: 'increment', amount: BigInt(amount) - merchant.held })
        return done
      case 'POST /v1/simulate/clearing':
        await merchant.goOn({ act: 'settle', amount: BigInt(amount), isFinal: true })
        return done
      case 'POST /v1/simulate/void':
        await merchant.goOn(
          type === 'AUTHORIZATION_EXPIRY' ? { act: 'expire' } : { act: 'reverse', amount: merchant.held },
        )
        return done
      case 'POST /v1/simulate/return':
        await merchant.goOn({ act: 'refund', amount: BigInt(amount) })
        return done
    }
    return undefined
  }
}

export function stripeDesk(world: World & { state: StripeState }, deliver: Deliver): Desk {
  const merchant = new Merchant(world, deliver)
  const authorization = () => [...world.state.authorizations.values()].at(-1)!
  const transaction = () => world.state.transactions.at(-1)!
  const steps: Record<string, (fields: Fields) => LifeStep> = {
    increment: ({ increment_amount }) => ({ act: 'increment', amount: BigInt(increment_amount!) }),
    reverse: ({ reverse_amount }) => ({ act: 'reverse', amount: BigInt(reverse_amount!) }),
    capture: ({ capture_amount }) => ({ act: 'settle', amount: BigInt(capture_amount!), isFinal: true }),
    expire: () => ({ act: 'expire' }),
    refund: ({ refund_amount }) => ({ act: 'refund', amount: BigInt(refund_amount!) }),
  }
  return async (call, fields) => {
    if (call === 'GET /v1/issuing/cards') return { data: [...world.state.cards.values()].slice(-1) }
    const helper = /^POST \/v1\/test_helpers\/issuing\/(.+)$/.exec(call)?.[1]
    if (helper === 'authorizations') {
      await merchant.buy(fields['merchant_data[name]']!, fields.amount!)
      return authorization()
    }
    if (helper === 'transactions/create_force_capture') {
      await merchant.buy('Forced', fields.amount!, 'forced')
      return transaction()
    }
    const [noun, id, verb] = helper?.split('/') ?? []
    const named = noun === 'authorizations' ? authorization().id : transaction().id
    const step = steps[verb ?? '']
    if (step === undefined || id !== named) return undefined
    await merchant.goOn(step(fields))
    return noun === 'authorizations' ? authorization() : transaction()
  }
}

export function increaseDesk(world: IncreaseWorld, deliver: Deliver): Desk {
  const merchant = new Merchant(world, deliver)
  const payment = () => [...world.bank.payments.values()].at(-1)!
  const posted = () => world.bank.transactions.at(-1)!
  return async (call, { amount = '0', merchant_descriptor = '' }) => {
    const step = async (each: LifeStep) => {
      await merchant.goOn(each)
      return payment().object
    }
    switch (call) {
      case 'GET /cards':
        return { data: [...world.bank.cards.values()].slice(-1) }
      case 'POST /simulations/card_authorizations': {
        await merchant.buy(merchant_descriptor, amount)
        const { approved, object } = payment()
        const source = { card_authorization: { card_payment_id: object.id } }
        return { pending_transaction: { id: approved!.pending_transaction_id, source } }
      }
      case 'POST /simulations/card_increments':
        return await step({ act: 'increment', amount: BigInt(amount) })
      case 'POST /simulations/card_reversals':
        return await step({ act: 'reverse', amount: BigInt(amount) })
      case 'POST /simulations/card_authorization_expirations':
        return await step({ act: 'expire' })
      case 'POST /simulations/card_settlements':
        await step({ act: 'settle', amount: merchant.held, isFinal: true })
        return posted()
      case 'POST /simulations/card_refunds':
        await step({ act: 'refund', amount: -BigInt(posted().amount) })
        return posted()
    }
    return undefined
  }
}
