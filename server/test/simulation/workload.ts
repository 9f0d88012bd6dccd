// The requests of a run, drawn before it begins, so that the choices of the schedule do not change them.

import { pick, type Random } from './choices.ts'
import type { Action, Asked } from './requests.ts'

/** `isTwice`: it is sent to both instances at once, under one key, as by a client that does not wait. */
export type Planned = Asked & { isTwice: boolean }

const AMOUNTS = [5, 10, 20, 35]

export const CARDS = ['card 1', 'card 2']

/** What every run begins with: a wallet and two cards, with less money and lower limits than the requests ask for. */
export function beginning(random: Random): Asked[] {
  const [deposit = 0, limit = 0] = [pick(random, [200, 300]), pick(random, [50, 100])]
  const actions: Action[] = [
    { do: 'deposit', amount: deposit },
    ...CARDS.map((card): Action => ({ do: 'create', card, amount: 50, limit })),
  ]
  return actions.map((action, index) => ({ action, key: `begin ${index}`, isBudgeted: false }))
}

export function plan(random: Random): Planned[] {
  const count = 6 + Math.floor(random() * 8)
  return Array.from({ length: count }, (_, index) => {
    const action = draw(random, index)
    const isKeyed = random() < 0.8
    const takesBudget = action.do === 'fund' || action.do === 'create'
    return {
      action,
      key: isKeyed ? `key ${index}` : undefined,
      isBudgeted: takesBudget && random() < 0.5,
      isTwice: isKeyed && random() < 0.3,
    }
  })
}

function draw(random: Random, index: number): Action {
  const card = pick(random, CARDS)
  const amount = pick(random, AMOUNTS)
  const hold = `hold ${index}`
  const earlier = `hold ${Math.floor(random() * Math.max(index, 1))}`
  const actions: Action[] = [
    { do: 'authorize', card, hold, amount },
    { do: 'authorize', card, hold, amount },
    { do: 'authorize', card, hold, amount },
    { do: 'fund', card, amount },
    { do: 'fund', card, amount },
    { do: 'withdraw', card, amount },
    { do: 'settle', hold: earlier, amount: AMOUNTS[0]! },
    { do: 'reverse', hold: earlier },
    { do: 'create', card: `card of ${index}`, amount, limit: 100 },
    { do: pick(random, ['freeze', 'unfreeze'] as const), card },
    { do: random() < 0.3 ? 'terminate' : 'freeze', card },
  ]
  return pick(random, actions)
}
