// A continuous mixed load of writes with keys. Like a good client, it repeats a write whose outcome is unknown with the
// same key until it is answered.

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { shop } from '../money/books.ts'
import { KeptConnection, type Reply } from './kept-connections.ts'

const MAX_TRIES = 400
const KINDS = ['authorize', 'fund', 'authorize', 'withdraw'] as const

export type Write = { kind: (typeof KINDS)[number]; card: string; cents: number; reply: Reply; tries: number }

export class Load {
  readonly done: Write[] = []
  /** The requests that were not answered at the first attempt, with the reason. */
  readonly failures: string[] = []
  readonly #key: string
  readonly #cards: readonly string[]
  readonly #workers: Promise<void>[]
  #isOver = false
  #lastSuccess = performance.now()
  /** The longest time in which no request was answered. */
  longestGapMs = 0

  /** `newConnections` is the number of workers that open a new connection for each request. */
  constructor(url: () => string, key: string, cards: readonly string[], workers: number, newConnections = 0) {
    this.#key = key
    this.#cards = cards
    this.#workers = Array.from({ length: workers }, (_, n) => this.#work(url, n, n < newConnections))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#workers)
  }

  async #work(url: () => string, first: number, isAlwaysNew: boolean): Promise<void> {
    let connection = new KeptConnection(url())
    for (let turn = first; !this.#isOver; turn++) {
      const kind = KINDS[turn % KINDS.length]!
      const write = {
        kind,
        card: this.#cards[randomInt(this.#cards.length)]!,
        cents: kind === 'fund' ? 100 : randomInt(1, 60),
      }
      const key = randomUUID()
      for (let tries = 1; ; tries++) {
        if (isAlwaysNew || tries > 1) {
          connection.close()
          connection = new KeptConnection(url())
        }
        const reply = await this.#try(connection, write, key)
        if (reply) {
          this.done.push({ ...write, reply, tries })
          break
        }
        if (tries === MAX_TRIES) throw new Error(`not answered in ${tries} tries: ${this.failures.at(-1)}`)
        await pause(20)
      }
      await pause(20) // The machine is shared with other tests.
    }
    connection.close()
  }

  async #try(connection: KeptConnection, { kind, card, cents }: Omit<Write, 'reply' | 'tries'>, key: string) {
    const amount = cents / 100
    const [path, body] =
      kind === 'authorize'
        ? ['/v1/sandbox/authorizations', { card_id: card, amount, merchant: shop }]
        : [`/v1/cards/${card}/${kind}`, { amount }]
    try {
      const reply = await connection.send('POST', path as string, this.#key, body as object, {
        'x-idempotency-key': key,
      })
      if (reply.status < 400) this.#noteSuccess()
      if (reply.status < 500) return reply
      this.failures.push(`${reply.status} ${reply.text}`)
    } catch (error) {
      this.failures.push(String(error))
    }
    return undefined
  }

  #noteSuccess(): void {
    const now = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastSuccess)
    this.#lastSuccess = now
  }
}

/** Returns how an answered write changed the balance of its card. */
export function effectOf({ kind, cents, reply }: Write): number {
  if (reply.status >= 300) return 0
  if (kind === 'fund') return cents
  return kind === 'withdraw' || JSON.parse(reply.text).approved ? -cents : 0
}
