// What an authorization, with everything that followed, counts in the windows that hold one moment. Written for the audit, and
// on purpose without the functions that count while it happens (usage.ts, monthly-use.ts), so that one checks the other.

import type { Cents } from '../money.ts'
import { type Step, StepKind } from './spending-history.ts'
import { windowsAt } from './windows.ts'

/** An authorization of at most this much is no use of the card. */
const MAX_VERIFICATION = 100n

/** Cents and purchases in each window, in the order of `windows`. */
export type Counts = [cents: bigint, purchases: number][]

/** What a card counts in the windows of one moment, by the category code of the merchant. */
export class Tally {
  readonly windows: readonly number[]
  readonly byMcc = new Map<string, Counts>()
  uses = 0
  /** Amounts that were approved without being held. */
  verifications = 0

  constructor(windows: readonly number[]) {
    this.windows = windows
  }

  /** The sums over the codes that `appliesTo` accepts. */
  sum(window: number, appliesTo: (mcc: string) => boolean = () => true): [cents: bigint, purchases: number] {
    let [cents, purchases] = [0n, 0]
    for (const [mcc, counts] of this.byMcc) {
      if (!appliesTo(mcc)) continue
      cents += counts[window]![0]
      purchases += counts[window]![1]
    }
    return [cents, purchases]
  }

  add(mcc: string, window: number, cents: bigint, purchases = 0): void {
    const counts = this.byMcc.get(mcc) ?? this.windows.map((): [bigint, number] => [0n, 0])
    this.byMcc.set(mcc, counts)
    counts[window]![0] += cents
    counts[window]![1] += purchases
  }
}

/** What a hold has counted and may give back, as its row should say. */
export type HoldCounts = {
  held: Cents
  /** What of a verification was approved and neither held nor settled. */
  unheld: Cents
  isUse: boolean
  /** For each window its number and the cents, and the number of the window in which it counts as a purchase, if it does. */
  windows: { number: number; cents: bigint; purchase: number | null }[]
}

/** The steps must be in the order in which they happened. */
export function replayLife(tally: Tally, steps: readonly Step[]): HoldCounts {
  const life = new LifeReplay(tally, steps[0]?.mcc ?? '')
  for (const step of steps) life.take(step)
  return life.hold
}

class LifeReplay {
  readonly hold: HoldCounts
  readonly #tally: Tally
  readonly #mcc: string

  constructor(tally: Tally, mcc: string) {
    this.#tally = tally
    this.#mcc = mcc
    const windows = tally.windows.map(() => ({ number: 0, cents: 0n, purchase: null }))
    this.hold = { held: 0n, unheld: 0n, isUse: false, windows }
  }

  take(step: Step): void {
    if (step.kind === StepKind.held) this.#hold(step)
    else if (step.kind === StepKind.settled) this.#settle(step)
    else this.#release(step.amount)
  }

  #hold({ created_at, mcc, amount, unheld, is_root }: Step): void {
    const { hold } = this
    hold.held += amount
    if (unheld > 0n) {
      hold.unheld = unheld
      this.#tally.verifications += 1
    }
    if (!hold.isUse && hold.held + hold.unheld > MAX_VERIFICATION) {
      hold.isUse = true
      this.#tally.uses += 1
    }
    for (const [window, number] of windowsAt(created_at).entries()) {
      const counted = hold.windows[window]!
      if (number > counted.number) Object.assign(counted, { number, cents: 0n })
      counted.cents += amount
      if (is_root) counted.purchase = number
      this.#count(window, counted.number, mcc, amount, is_root ? 1 : 0)
    }
  }

  #settle({ created_at, mcc, amount, is_root, from_hold, released }: Step): void {
    const { hold } = this
    if (is_root) this.#tally.uses += 1
    for (const [window, number] of windowsAt(created_at).entries()) {
      const counted = hold.windows[window]!
      this.#count(window, number, mcc, amount - from_hold, is_root ? 1 : 0)
      counted.cents -= from_hold < counted.cents ? from_hold : counted.cents
      counted.purchase = null
    }
    const beyond = amount - from_hold
    hold.unheld -= beyond < hold.unheld ? beyond : hold.unheld
    hold.held -= from_hold
    this.#release(released)
  }

  /** Gives back what was counted in a window, while the window lasts. */
  #release(amount: Cents): void {
    const { hold } = this
    const hasEnded = amount === hold.held
    hold.held -= amount
    for (const [window, counted] of hold.windows.entries()) {
      const cents = amount < counted.cents ? amount : counted.cents
      counted.cents -= cents
      this.#count(window, counted.number, this.#mcc, -cents)
      if (!hasEnded || counted.purchase === null) continue
      this.#count(window, counted.purchase, this.#mcc, 0n, -1)
      counted.purchase = null
    }
  }

  #count(window: number, number: number, mcc: string, cents: bigint, purchases = 0): void {
    if (number === this.#tally.windows[window]) this.#tally.add(mcc, window, cents, purchases)
  }
}
