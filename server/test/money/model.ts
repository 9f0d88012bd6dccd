// A second implementation of the money rules: plain integers, one workspace in memory, and no code shared with the
// service. Every method returns the response that the service must give. Amounts are cents, times are milliseconds of
// workspace time.

const DAY = 86_400_000
const RATES = { btc: 60_000_00, eth: 3_000_00, sol: 150_00, usdt: 1_00 } as const
/** In millionths of a coin, like the amounts of deposits here. */
const MINIMUMS = { btc: 100, eth: 5_000, sol: 50_000, usdt: 10_000_000 } as const
export type Coin = keyof typeof RATES

/** The MCCs that the tests use, with the category of each and the duration of its holds. */
export const shops = {
  ads: { name: 'Acme Ads', mcc: '7311', country: 'US' },
  apps: { name: 'Apps & Co', mcc: '5734', country: 'IE' },
  hotel: { name: 'Grand "Hotel"', mcc: '7011', country: 'FR' },
  odd: { name: 'Unknown', mcc: '0001', country: 'US' },
} as const
export type Shop = keyof typeof shops
const categoryOf = { ads: 'advertising', apps: 'software', hotel: 'lodging', odd: 'other' } as const
const holdDaysOf = { ads: 7, apps: 7, hotel: 30, odd: 7 } as const

export type Card = {
  id: string
  status: 'active' | 'frozen' | 'terminated'
  available: number
  held: number
  overdraft: number
  maxTransaction: number
  maxMonthly: number
  limit: number
  usedIn: Map<string, number>
  autoFreeze: number | null
  categories: string[]
  spent: number
  isUsed: boolean
  refunded: number
  expiresAt: number
}
export type Hold = {
  id: string
  card: Card
  shop: Shop
  held: number
  month: string
  counted: number
  expiresAt: number
  status: 'pending' | 'settled' | 'reversed' | 'expired'
}
export type Deposit = { id: string; credited: number; status: 'pending' | 'confirmed' | 'expired'; createdAt: number }
export type Challenge = {
  id: string
  card: Card
  amount: number
  status: 'pending' | 'completed' | 'expired'
  isUsed: boolean
  wrongCodes: number
  expiresAt: number
}
export type Row = {
  id: string
  card: Card
  type: 'authorization' | 'settlement' | 'refund' | 'decline'
  amount: number
  balanceAfter: number
  at: number
  hold: Hold | null
  left: number
}

export type Refusal = { refused: string | string[] }
export type Decision = { approved: boolean; reason: string | null; amount: number; balanceAfter: number }
export type Asked = {
  amount: number
  shop: Shop
  partial?: boolean
  expiryIsWrong?: boolean
  cvvIsWrong?: boolean
  challenge?: Challenge | undefined
}

const refused = (...ids: string[]): Refusal => ({ refused: ids.length === 1 ? ids[0]! : ids })
export const isRefusal = <T extends object>(result: T | Refusal): result is Refusal => 'refused' in result
export const balanceOf = (card: Card): number => card.available - card.overdraft
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

export class Model {
  wallet = 0
  owed = 0
  deposited = 0
  cards: Card[] = []
  holds: Hold[] = []
  deposits: Deposit[] = []
  challenges: Challenge[] = []
  rows: Row[] = []

  // ---- wallet and deposits

  /**
   * Returns the value of a deposit in whole cents. A fee of one per cent, rounded half up, is taken and the rest is
   * credited.
   */
  static worth(coin: Coin, millionths: number): { amount: number; fee: number; credited: number; isTooSmall: boolean } {
    const amount = Math.floor((millionths * RATES[coin]) / 1_000_000)
    const fee = Math.floor((amount + 50) / 100)
    const isTooSmall = millionths < MINIMUMS[coin]
    return { amount, fee, credited: isTooSmall ? 0 : amount - fee, isTooSmall }
  }

  deposit(id: string, coin: Coin, millionths: number, confirm: boolean, now: number): Deposit {
    const { credited, isTooSmall } = Model.worth(coin, millionths)
    const deposit: Deposit = { id, credited, status: isTooSmall ? 'expired' : 'pending', createdAt: now }
    this.deposits.push(deposit)
    if (confirm && !isTooSmall) this.confirm(deposit)
    return deposit
  }

  confirm(deposit: Deposit): Deposit | Refusal {
    if (deposit.status === 'expired') return refused('invalid_state')
    if (deposit.status === 'pending') {
      deposit.status = 'confirmed'
      this.deposited += deposit.credited
      this.#toWallet(deposit.credited)
    }
    return deposit
  }

  expireDeposit(deposit: Deposit): Deposit | Refusal {
    if (deposit.status === 'confirmed') return refused('invalid_state')
    deposit.status = 'expired'
    deposit.credited = 0
    return deposit
  }

  #toWallet(amount: number): void {
    const repaid = Math.min(amount, this.owed)
    this.owed -= repaid
    this.wallet += amount - repaid
  }

  #toCard(card: Card, amount: number): void {
    if (card.status === 'terminated') {
      this.#toWallet(amount)
      return
    }
    const filled = Math.min(amount, card.overdraft)
    card.overdraft -= filled
    card.available += amount - filled
  }

  // ---- cards

  mayCreate(amount: number): boolean {
    return this.wallet >= amount
  }

  createCard(
    card: Pick<Card, 'id' | 'maxTransaction' | 'maxMonthly' | 'limit' | 'autoFreeze' | 'categories' | 'expiresAt'>,
    amount: number,
  ): Card {
    this.wallet -= amount
    const fresh: Card = {
      ...card,
      status: 'active',
      available: amount,
      held: 0,
      overdraft: 0,
      usedIn: new Map(),
      spent: 0,
      isUsed: false,
      refunded: 0,
    }
    this.cards.push(fresh)
    return fresh
  }

  fund(card: Card, amount: number): { before: number; after: number } | Refusal {
    if (card.status === 'terminated') return refused('card_terminated')
    if (this.wallet < amount) return refused('insufficient_funds')
    const before = balanceOf(card)
    this.wallet -= amount
    this.#toCard(card, amount)
    return { before, after: balanceOf(card) }
  }

  withdraw(card: Card, amount: number): { before: number; after: number } | Refusal {
    if (card.status === 'terminated') return refused('card_terminated')
    if (balanceOf(card) < amount) return refused('insufficient_funds')
    const before = balanceOf(card)
    card.available -= amount
    this.#toWallet(amount)
    this.#autoFreeze(card)
    return { before, after: balanceOf(card) }
  }

  setFrozen(card: Card, isFrozen: boolean): Card | Refusal {
    if (card.status === 'terminated') return refused('card_terminated')
    card.status = isFrozen ? 'frozen' : 'active'
    return card
  }

  patch(card: Card, change: { limit?: number; autoFreeze?: number; categories?: string[] }): Card | Refusal {
    if (change.limit !== undefined && change.limit > card.maxMonthly) return refused('invalid_spending_limit')
    if (card.status === 'terminated') return refused('card_terminated')
    if (change.limit !== undefined) card.limit = change.limit
    if (change.autoFreeze !== undefined) card.autoFreeze = change.autoFreeze === 0 ? null : change.autoFreeze
    if (change.categories !== undefined) card.categories = change.categories
    return card
  }

  /** The wallet pays an overdraft as far as it can, and the rest is owed. */
  terminate(card: Card): Card {
    if (card.status === 'terminated') return card
    card.refunded = card.available
    const paid = Math.min(this.wallet, card.overdraft)
    this.wallet -= paid
    this.owed += card.overdraft - paid
    this.#toWallet(card.available)
    Object.assign(card, { status: 'terminated', available: 0, overdraft: 0 })
    return card
  }

  #autoFreeze(card: Card): void {
    if (card.status === 'active' && card.autoFreeze !== null && balanceOf(card) < card.autoFreeze)
      card.status = 'frozen'
  }

  #use(card: Card, now: number, amount: number): void {
    card.usedIn.set(monthOf(now), this.used(card, now) + amount)
  }

  used(card: Card, now: number): number {
    return card.usedIn.get(monthOf(now)) ?? 0
  }

  // ---- spending

  #reason(card: Card, asked: Asked, amount: number, alreadyHeld: number, now: number): string | null {
    if (card.status === 'terminated') return 'card_terminated'
    if (card.status === 'frozen') return 'card_frozen'
    if (now > card.expiresAt) return 'card_expired'
    if (asked.expiryIsWrong) return 'expiry_mismatch'
    if (asked.cvvIsWrong) return 'cvv_mismatch'
    const { challenge } = asked
    if (challenge) {
      const isOver = challenge.status === 'expired' || (challenge.status === 'pending' && now >= challenge.expiresAt)
      if (isOver || challenge.isUsed || challenge.card !== card || challenge.amount < asked.amount)
        return 'authentication_failed'
      if (challenge.status === 'pending') return 'authentication_required'
      challenge.isUsed = true
    }
    if (alreadyHeld + asked.amount > card.maxTransaction) return 'transaction_limit_exceeded'
    if (
      card.categories.length > 0 &&
      !card.categories.some((entry) => entry === categoryOf[asked.shop] || entry === shops[asked.shop].mcc)
    )
      return 'category_not_allowed'
    if (this.used(card, now) + amount > card.limit) return 'spending_limit_exceeded'
    if (amount > card.available || amount === 0) return 'insufficient_funds'
    return null
  }

  authorize(card: Card, asked: Asked, id: string, now: number): Decision {
    const amount = asked.partial ? Math.min(asked.amount, card.available) : asked.amount
    const reason = this.#reason(card, asked, amount, 0, now)
    if (reason) return this.#decline(card, asked.amount, reason, null, id, now)
    const hold: Hold = {
      id,
      card,
      shop: asked.shop,
      held: 0,
      month: monthOf(now),
      counted: 0,
      expiresAt: now + holdDaysOf[asked.shop] * DAY,
      status: 'pending',
    }
    this.holds.push(hold)
    return this.#reserve(hold, amount, id, now)
  }

  mayIncrement(hold: Hold): boolean {
    return hold.status === 'pending'
  }

  increment(hold: Hold, amount: number, id: string, now: number): Decision {
    const reason = this.#reason(hold.card, { amount, shop: hold.shop }, amount, hold.held, now)
    if (reason) return this.#decline(hold.card, amount, reason, hold, id, now)
    return this.#reserve(hold, amount, id, now)
  }

  #reserve(hold: Hold, amount: number, id: string, now: number): Decision {
    const { card } = hold
    card.available -= amount
    card.held += amount
    hold.held += amount
    this.#use(card, now, amount)
    if (hold.month !== monthOf(now)) Object.assign(hold, { month: monthOf(now), counted: 0 })
    hold.counted += amount
    card.isUsed = true
    const row = this.#row(card, 'authorization', -amount, hold, id, now)
    this.#autoFreeze(card)
    return { approved: true, reason: null, amount, balanceAfter: row.balanceAfter }
  }

  #decline(card: Card, amount: number, reason: string, hold: Hold | null, id: string, now: number): Decision {
    const row = this.#row(card, 'decline', -amount, hold, id, now)
    return { approved: false, reason, amount, balanceAfter: row.balanceAfter }
  }

  #row(card: Card, type: Row['type'], amount: number, hold: Hold | null, id: string, at: number): Row {
    const row: Row = {
      id,
      card,
      type,
      amount,
      balanceAfter: balanceOf(card),
      at,
      hold,
      left: type === 'settlement' ? -amount : 0,
    }
    this.rows.push(row)
    return row
  }

  #release(hold: Hold, amount: number, now: number): void {
    hold.held -= amount
    hold.card.held -= amount
    this.#toCard(hold.card, amount)
    const back = Math.min(amount, hold.counted)
    hold.counted -= back
    if (hold.month === monthOf(now)) this.#use(hold.card, now, -back)
  }

  /** Returns why a settlement of this authorization is rejected, or null if it is posted. */
  refusesSettlement(hold: Hold, amount: number | undefined): Refusal | null {
    if (hold.status === 'settled') return refused('invalid_state')
    return amount === undefined && hold.held === 0 ? refused('invalid_amount') : null
  }

  settle(card: Card, hold: Hold | null, given: number | undefined, isFinal: boolean, id: string, now: number): Row {
    const amount = given ?? hold!.held
    const fromHold = hold ? Math.min(amount, hold.held) : 0
    if (hold) {
      hold.held -= fromHold
      card.held -= fromHold
      hold.counted -= Math.min(fromHold, hold.counted)
    }
    this.#take(card, amount - fromHold)
    this.#use(card, now, amount - fromHold)
    if (hold && isFinal) {
      this.#release(hold, hold.held, now)
      hold.status = 'settled'
    }
    card.spent += amount
    card.isUsed = true
    const row = this.#row(card, 'settlement', -amount, hold, id, now)
    this.#autoFreeze(card)
    return row
  }

  /**
   * An amount beyond the hold is taken from the balance, which may become negative. For a terminated card the workspace
   * pays.
   */
  #take(card: Card, amount: number): void {
    if (card.status === 'terminated') {
      const paid = Math.min(amount, this.wallet)
      this.wallet -= paid
      this.owed += amount - paid
      return
    }
    const paid = Math.min(amount, card.available)
    card.available -= paid
    card.overdraft += amount - paid
  }

  reverse(hold: Hold, given: number | undefined, now: number): Hold | Refusal {
    if (hold.held === 0) return refused('invalid_state')
    const amount = given ?? hold.held
    if (amount > hold.held) return refused('invalid_amount')
    this.#release(hold, amount, now)
    if (hold.held === 0) hold.status = 'reversed'
    return hold
  }

  expire(hold: Hold, now: number): Hold | Refusal {
    if (hold.status === 'expired') return hold
    if (hold.status !== 'pending') return refused('invalid_state')
    this.#release(hold, hold.held, now)
    hold.status = 'expired'
    return hold
  }

  refusesRefund(row: Row, amount: number | undefined): Refusal | null {
    if (row.type !== 'settlement') return refused('invalid_state')
    // If nothing is left, both the state and the amount are wrong. The contract does not choose between the errors.
    if (row.left === 0) return refused('invalid_state', 'invalid_amount')
    return amount !== undefined && amount > row.left ? refused('invalid_amount') : null
  }

  refund(card: Card, settlement: Row | null, given: number | undefined, id: string, now: number): Row {
    const amount = given ?? settlement!.left
    if (settlement) settlement.left -= amount
    this.#toCard(card, amount)
    card.spent -= amount
    return this.#row(card, 'refund', amount, settlement?.hold ?? null, id, now)
  }

  // ---- time

  advanceTo(now: number): void {
    const due = [
      ...this.holds
        .filter((hold) => hold.status === 'pending' && hold.expiresAt <= now)
        .map((hold) => ({ at: hold.expiresAt, happen: () => this.expire(hold, hold.expiresAt) })),
      ...this.deposits
        .filter((deposit) => deposit.status === 'pending' && deposit.createdAt + DAY <= now)
        .map((deposit) => ({ at: deposit.createdAt + DAY, happen: () => this.expireDeposit(deposit) })),
    ].sort((a, b) => a.at - b.at)
    for (const each of due) each.happen()
  }

  // ---- the expected reads

  walletView() {
    const open = this.cards.filter((card) => card.status !== 'terminated')
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
    return {
      balance: this.wallet,
      pending_deposits: sum(
        this.deposits.filter((deposit) => deposit.status === 'pending').map((deposit) => deposit.credited),
      ),
      total_deposited: this.deposited,
      total_spent: sum(this.cards.map((card) => card.spent)),
      cards_active: this.cards.filter((card) => card.status === 'active').length,
      cards_total_balance: sum(open.map(balanceOf)),
    }
  }

  cardView(card: Card) {
    return {
      status: card.status,
      balance: balanceOf(card),
      held: card.held,
      spending_limit: card.limit,
      total_spent: card.spent,
      transaction_count: this.rows.filter((row) => row.card === card).length,
      is_used: card.isUsed,
    }
  }
}
