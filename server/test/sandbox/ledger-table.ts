// Ledger tests as tables that anyone can audit:
//   hold    h1  60    | balance 40  held 60
//   settle  h1  70    | balance 30  held  0
// A verb, the name of the transaction it makes or acts on, an amount (`-`: none given), and what card and wallet show.

import assert from 'node:assert/strict'
import { ads, DAY, done, hotel, type Json, type Scene } from './scene.ts'

type Step = (scene: Scene, named: Map<string, Json>, name: string, amount: number | undefined) => Promise<Json>

const optional = (amount: number | undefined) => (amount === undefined ? {} : { amount })
const on =
  (verb: string, status: number, more: object = {}): Step =>
  async (scene, named, name, amount) =>
    done(await scene.on(named.get(name), verb, { ...optional(amount), ...more }), status)

const steps: Record<string, Step> = {
  hold: async (scene, named, name, amount) => named.set(name, await scene.hold(amount!)).get(name),
  stay: async (scene, named, name, amount) => named.set(name, await scene.hold(amount!, { merchant: hotel })).get(name),
  increment: on('increment', 201),
  settle: async (...given) => given[1].set('last settlement', await on('settle', 201)(...given)),
  capture: on('settle', 201, { final: false }),
  reverse: on('reverse', 200),
  expire: async (scene, named, name) => done(await scene.on(named.get(name), 'expire'), 200),
  force: async (scene, named, name, amount) => named.set(name, await scene.force(amount!)),
  refund: async (scene, named, name, amount) => {
    const settlement = named.get(name === 'settlement' ? 'last settlement' : name)
    return done(await scene.call('refunds', { transaction_id: settlement.id, ...optional(amount) }), 201)
  },
  credit: async (scene, _named, _name, amount) =>
    done(await scene.call('refunds', { card_id: scene.card, merchant: ads, amount }), 201),
  fund: async (scene, _named, _name, amount) =>
    done(await scene.api.post(`/cards/${scene.card}/fund`, { amount }), 200),
  freeze: async (scene) => done(await scene.api.post(`/cards/${scene.card}/freeze`), 200),
  terminate: async (scene) => done(await scene.api.delete(`/cards/${scene.card}`), 200),
  days: async (scene, _named, _name, amount) => scene.advance(amount! * DAY),
}

/** Runs a table, compares card and wallet after every line, and returns the transactions by name. */
export async function play(scene: Scene, table: string): Promise<Map<string, Json>> {
  const named = new Map<string, Json>()
  for (const line of table.trim().split('\n')) {
    const [left, right] = line.split('|') as [string, string]
    const [verb, name, amount] = left.trim().split(/\s+/) as [string, string, string]
    await steps[verb]!(scene, named, name, amount === '-' ? undefined : Number(amount))
    const [card, wallet] = await Promise.all([scene.summary(), scene.wallet()])
    const shown: Record<string, number> = {
      balance: card.balance,
      held: card.held,
      spent: card.total_spent,
      wallet: wallet.balance,
    }
    const claims = right.trim().split(/\s+/)
    for (let i = 0; i < claims.length; i += 2) {
      assert.equal(shown[claims[i]!], Number(claims[i + 1]), `${claims[i]} after "${left.trim()}"`)
    }
  }
  return named
}
