// A simulated Lithic.

import { createHmac } from 'node:crypto'
import {
  challengeIssued,
  type DecisionRequest,
  decisionRequest,
  type EventPayload,
  type EventThere,
  type MerchantThere,
} from './lithic-payloads.ts'
import { type ApiRequest, openLithicApi } from './lithic-world-api.ts'
import { type CardThere, LithicLives } from './lithic-world-lives.ts'
import { type AccountState, type CardPayload, LithicRoutes } from './lithic-world-routes.ts'
import { seededRandom } from './seeded-random.ts'
import type { Fault, Message, Reply, World, WorldOptions } from './world.ts'

const CHALLENGE_MS = 10 * 60_000

export interface LithicWorld extends World {
  /** Somebody buys with 3-D Secure: we are asked to decide, and may have it challenged. */
  authenticate(
    externalId: string,
    purchase: { amount: bigint; merchant: MerchantThere; isChallengeWished: boolean },
  ): Promise<Reply>
  /** Every call that reached the API, whole. */
  readonly requests: ApiRequest[]
  /** What became of challenges, by the token of the authentication. */
  readonly challenges: ReadonlyMap<string, string>
  /** Nothing is bought: the card is verified, or its balance is looked up. */
  inquire(externalId: string, kind: 'verify' | 'balance'): Promise<Reply>
  /** The newest event loses its meaning. */
  spoilLastEvent(): void
  /** From now on the program has no 3-D Secure decisions. */
  refuseThreeDs(): void
  /** From now on the program may not see numbers. */
  hideNumbers(): void
  /** From now on nothing is told of card programs. */
  refusePrograms(): void
  /** The accounts of the program, which a test adds. */
  readonly accounts: Map<string, AccountState>
  /** Lithic's own people freeze a card for a reason, or release it. */
  restrict(externalId: string, reason: string): void
  release(externalId: string): void
}

export async function openLithicWorld(options: WorldOptions): Promise<LithicWorld> {
  const random = seededRandom(options.seed)
  const secret = () => `whsec_${Buffer.from(random.uuid().repeat(2)).toString('base64')}`
  const apiKey = random.uuid()
  const signingSecret = secret()
  const faults: Fault[] = []
  const requests: ApiRequest[] = []
  const events: EventThere[] = []
  const untaken: Message[] = []
  const challenges = new Map<string, string>()
  const accounts = new Map<string, AccountState>()
  const cards = new Map<string, CardThere & Record<string, unknown>>()
  // In whole seconds, as theirs.
  const now = () =>
    new Date(options.clock().getTime() - (options.clock().getTime() % 1000)).toISOString().replace('.000Z', 'Z')

  const lives = new LithicLives({
    random,
    now,
    ask: (request) => options.ask(messageFor('decisions', random.uuid(), request)),
    tell: (message) => tell(message),
  })
  const routes = new LithicRoutes({
    random,
    now,
    lives,
    events,
    cards,
    challenges,
    accounts,
    signingSecret,
    secret,
    tell,
  })

  function tell(payload: EventPayload): void {
    const event = {
      token: `msg_${random.uuid()}`,
      created: options.clock().toISOString(),
      event_type: payload.event_type,
      payload,
    }
    events.push(structuredClone(event))
    untaken.push(messageFor('events', event.token, payload))
  }

  function messageFor(callback: Message['callback'], id: string, payload: { event_type: string }): Message {
    return signed({ callback, headers: { 'webhook-id': id }, body: JSON.stringify(payload) })
  }

  function signed({ callback, headers, body }: Message): Message {
    const id = headers['webhook-id']!
    const seconds = String(Math.floor(options.clock().getTime() / 1000))
    const content = `${id}.${seconds}.${body}`
    const signatures = routes.secretsFor(callback, body).map((each) => `v1,${signatureOf(each, content)}`)
    const common = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': seconds }
    return { callback, headers: { ...common, 'webhook-signature': signatures.join(' ') }, body }
  }

  async function authenticate(
    externalId: string,
    purchase: { amount: bigint; merchant: MerchantThere; isChallengeWished: boolean },
  ): Promise<Reply> {
    const request = decisionRequest({
      token: random.uuid(),
      cardToken: cardOf(externalId).token,
      created: now(),
      ...purchase,
    })
    const reply = await options.ask(messageFor('decisions', random.uuid(), request))
    const decision = reply.status === 200 ? JSON.parse(reply.body).three_ds_authentication_decision : undefined
    if (decision === 'CHALLENGE_REQUESTED') challenge(request)
    return reply
  }

  function challenge(request: DecisionRequest): void {
    challenges.set(request.token, 'PENDING')
    const expiry = new Date(options.clock().getTime() + CHALLENGE_MS).toISOString()
    tell(challengeIssued(request, options.clock().toISOString(), expiry))
  }

  function cardOf(externalId: string): CardPayload {
    const card = cards.get(externalId)
    if (!card) throw new Error('this world has no such card')
    return card
  }

  const api = await openLithicApi(routes.all(), { apiKey, faults, requests })
  const stateOf = { OPEN: 'active', PAUSED: 'frozen', CLOSED: 'closed' } as const
  return {
    kind: 'lithic',
    baseUrl: api.baseUrl,
    apiKey,
    signingSecret,
    options: {},
    faults,
    requests,
    get calls() {
      return requests.map(({ method, path }) => `${method} ${path}`)
    },
    get cards() {
      return new Map([...cards].map(([token, { memo, state }]) => [token, { cardId: memo, state: stateOf[state] }]))
    },
    challenges,
    live: (externalId, life) =>
      lives.play(cardOf(externalId), {
        ...life,
        merchant: { ...life.merchant, country: threeLetters(life.merchant.country) },
      }),
    goOn: (externalId, step) => lives.goOn(cardOf(externalId), step),
    inquire: (externalId, kind) => {
      const merchant = { name: 'ATM', mcc: '6011', country: 'USA' }
      return lives.inquire(cardOf(externalId), kind === 'balance' ? 'BALANCE_INQUIRY' : 'AUTHORIZATION', merchant)
    },
    authenticate,
    spoilLastEvent: () => {
      const last = events.at(-1)
      if (last) last.payload = { ...last.payload, token: 5, card_token: 5 } as unknown as EventPayload
    },
    refuseThreeDs: () => routes.forbid('3DS decisioning'),
    hideNumbers: () => routes.forbid('card numbers'),
    refusePrograms: () => routes.forbid('card programs'),
    accounts,
    restrict: (externalId, reason) => routes.setState(cardOf(externalId), 'PAUSED', reason),
    release: (externalId) => routes.setState(cardOf(externalId), 'OPEN', null),
    take: () => untaken.splice(0),
    signAgain: signed,
    books: (externalId) => {
      const ofCard = [...lives.transactions.values()].filter(({ cardToken }) => cardToken === externalId)
      return {
        held: ofCard.reduce((sum, { hold }) => sum + hold, 0n),
        taken: ofCard.reduce((sum, { settled }) => sum + settled, 0n),
      }
    },
    close: api.close,
  }
}

/** The key is what the secret says in base64, after its prefix. */
function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}

/** Lives are told with two letters; of the countries in them, those that tests use. */
function threeLetters(country: string): string {
  const known: Record<string, string> = {
    US: 'USA',
    GB: 'GBR',
    DE: 'DEU',
    FR: 'FRA',
    JP: 'JPN',
    CA: 'CAN',
    NL: 'NLD',
    IE: 'IRL',
  }
  return known[country] ?? country
}
