// How to make each event happen. Every recipe returns the id of the event's object.

import type { EventType } from '../event-types.ts'
import { CommandError } from '../framework/failures.ts'
import type { Cardwright, MerchantParams } from '../sdk.ts'

export type Driver = {
  client: Cardwright
  card: string | undefined
  /** In `currency`, or in USD without one. */
  amount: number
  currency: string | undefined
  merchant: MerchantParams
  webhook: string | undefined
}

type Recipe = (driver: Driver) => Promise<string>

/** Added to a new card, so that the payment fits and something is left. */
const SPARE_USD = 25
const MIN_DEPOSIT_USDT = 1000

export const recipes: Record<EventType, Recipe> = {
  'card.created': createCard,
  'card.frozen': async (driver) => {
    const card = await activeCard(driver)
    return (await driver.client.cards.freeze(card)).id
  },
  'card.unfrozen': async (driver) => {
    const card = await cardOf(driver)
    await driver.client.cards.freeze(card)
    return (await driver.client.cards.unfreeze(card)).id
  },
  'card.terminated': async (driver) => (await driver.client.cards.terminate(await cardOf(driver))).id,
  'card.funded': async (driver) => {
    const card = await cardOf(driver)
    await ensureFunds(driver.client, driver.amount)
    return (await driver.client.cards.fund(card, { amount: driver.amount })).id
  },
  'transaction.authorized': authorize,
  'transaction.declined': decline,
  'transaction.settled': settle,
  'transaction.refunded': async (driver) => {
    const refund = await driver.client.sandbox.refunds.create({ transaction_id: await settle(driver) })
    return refund.id
  },
  'transaction.reversed': async (driver) =>
    (await driver.client.sandbox.authorizations.reverse(await authorize(driver))).id,
  'transaction.expired': async (driver) =>
    (await driver.client.sandbox.authorizations.expire(await authorize(driver))).id,
  '3ds.challenge': async (driver) => {
    const { amount, merchant, client } = driver
    const card_id = await cardOf(driver)
    return (await client.sandbox.threeDs.create({ card_id, amount, merchant: merchant.name })).id
  },
  'deposit.pending': (driver) => deposit(driver),
  'deposit.confirmed': async (driver) => (await driver.client.sandbox.deposits.confirm(await deposit(driver))).id,
  'deposit.expired': async (driver) => (await driver.client.sandbox.deposits.expire(await deposit(driver))).id,
  'spend_request.created': requestMoney,
  'spend_request.approved': byAnother,
  'spend_request.denied': byAnother,
  'spend_request.expired': async (driver) => {
    const id = await requestMoney(driver)
    await driver.client.sandbox.clock.advance({ seconds: 10 * 60 })
    return id
  },
  'spend_request.used': byAnother,
  'webhook.test': async ({ client, webhook }) => {
    const endpoint = webhook ?? (await client.webhooks.list()).data[0]?.id
    if (!endpoint)
      throw new CommandError('webhook.test needs an endpoint; make one with: cardwright webhooks create URL')
    return (await client.webhooks.test(endpoint)).event_id
  },
}

async function requestMoney({ client, amount, merchant }: Driver): Promise<string> {
  const reason = 'A purchase that cardwright trigger made up.'
  return (await client.spendRequests.create({ amount, merchant: { name: merchant.name }, reason })).id
}

async function byAnother(): Promise<never> {
  throw new CommandError(
    'a key cannot approve or deny its own request: trigger spend_request.created, and decide on it in the dashboard or with another key',
  )
}

async function createCard(driver: Driver): Promise<string> {
  const { client, amount } = driver
  const [bin] = (await client.bins.list()).data
  if (!bin) throw new CommandError('there is no BIN to create a card from')
  const needed = driver.currency === undefined ? amount : Math.ceil(amount * (await rateOf(driver)))
  const funds = needed + SPARE_USD
  await ensureFunds(client, funds)
  return (await client.cards.create({ bin_id: bin.id, amount: funds, label: 'cardwright trigger' })).id
}

/** USD for one unit of the currency. */
async function rateOf({ client, currency }: Driver): Promise<number> {
  if (currency === undefined || currency === 'USD') return 1
  const { rates } = await client.sandbox.rates.get()
  const rate = rates[currency]
  if (rate === undefined)
    throw new CommandError(`the sandbox has no rate for ${currency}; set one with: cardwright sandbox rates set`)
  return Number(rate)
}

const inCurrency = ({ currency }: Driver) => currency !== undefined && { currency }

async function cardOf(driver: Driver): Promise<string> {
  return driver.card ?? createCard(driver)
}

/** A frozen card cannot be frozen again. */
async function activeCard(driver: Driver): Promise<string> {
  const id = await cardOf(driver)
  const { status } = await driver.client.cards.get(id)
  if (status === 'frozen') await driver.client.cards.unfreeze(id)
  return id
}

async function ensureFunds(client: Cardwright, needed: number): Promise<void> {
  const { balance } = await client.wallet.balance()
  if (balance >= needed) return
  // A part of the deposit is the fee.
  const amount_crypto = String(Math.max(MIN_DEPOSIT_USDT, Math.ceil(needed * 1.1)))
  await client.sandbox.deposits.create({ currency: 'usdt', amount_crypto, confirm: true })
}

async function authorize(driver: Driver): Promise<string> {
  const { client, amount, merchant } = driver
  const { transaction, decline_reason } = await client.sandbox.authorizations.create({
    card_id: await cardOf(driver),
    amount,
    merchant,
    ...inCurrency(driver),
  })
  if (decline_reason !== null || !transaction)
    throw new CommandError(
      `the payment was declined: ${decline_reason}; why: cardwright transactions explain ${transaction?.id}`,
    )
  return transaction.id
}

/** Asks for more than is on the card. */
async function decline(driver: Driver): Promise<string> {
  const { client, amount, merchant } = driver
  const card = await client.cards.get(await cardOf(driver))
  const balance = Math.max(card.balance, 0)
  // A whole number in another currency, which may have no decimals.
  const tooMuch =
    driver.currency === undefined ? balance + amount : Math.ceil(balance / (await rateOf(driver)) + amount)
  const { transaction } = await client.sandbox.authorizations.create({
    card_id: card.id,
    amount: tooMuch,
    merchant,
    ...inCurrency(driver),
  })
  return transaction!.id
}

async function settle(driver: Driver): Promise<string> {
  return (await driver.client.sandbox.authorizations.settle(await authorize(driver))).id
}

async function deposit({ client, amount }: Driver): Promise<string> {
  // A deposit below the minimum is shown as expired at once.
  const { min_deposit } = await client.wallet.depositAddress({ currency: 'usdt' })
  const amount_crypto = Math.max(amount, Number(min_deposit.usdt ?? 0)).toFixed(2)
  return (await client.sandbox.deposits.create({ currency: 'usdt', amount_crypto })).id
}
