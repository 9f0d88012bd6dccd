// The holder of an account's cards at a processor: what Stripe still requires, which account a Lithic card belongs to,
// and which address a card at Increase has.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { cardwright, environmentOf as databaseOf, fails } from '../operator/operator-fixture.ts'
import { done } from '../sandbox/scene.ts'
import { catchUp } from './rounds.ts'
import { environmentOf, OUTSIDE_BIN, openScene } from './scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const [lithic, stripe, increase] = [await openScene('lithic'), await openScene('stripe'), await openScene('increase')]
const { state } = stripe.world
const envOf = ({ service, name, world }: typeof stripe) => ({
  ...databaseOf(service.connection),
  ...environmentOf(name, world),
  CARDWRIGHT_PUBLIC_URL: service.url,
})
const MISSING = { disabled_reason: 'requirements.past_due', past_due: ['company.tax_id', 'individual.dob.day'] }
const NOTHING = { disabled_reason: null, past_due: [] }

/** Makes a purchase that Stripe declines because of the holder, and returns its explanation. */
async function declined(api: Api, card: { id: string; externalId: string }) {
  await stripe.world.live(card.externalId, { amount: 500n, merchant, begins: 'asked', steps: [] })
  for (const message of stripe.world.take()) assert.equal((await stripe.deliver(message)).status, 200)
  const { data } = done(await api.get(`/transactions?card_id=${card.id}`), 200)
  return done(await api.get(`/transactions/${data[0].id}/explanation`), 200)
}

test('stripe: a decline because of an unverified holder names the missing data as soon as Stripe has reported it', async () => {
  const api = await stripe.service.fundedWorkspace(1_000)
  const card = await stripe.newCard(api, 100)
  const holder = state.cards.get(card.externalId)!.cardholder.id
  state.require(holder, MISSING)
  const { decline_reason, title, because, remedy, tests } = await declined(api, card)
  assert.equal(decline_reason, 'declined_by_processor')
  assert.equal(tests[0].numbers, 'cardholder_verification_required')
  assert.equal(title, 'The processor has not verified the holder of this card')
  assert.match(
    because,
    /requires of the holder of this account \(requirements\.past_due\): company\.tax_id, individual/,
  )
  assert.match(remedy, /complete the holder in the dashboard of the processor/)

  state.require(holder, NOTHING)
  for (const message of stripe.world.take()) assert.equal((await stripe.deliver(message)).status, 200)
  const { data } = done(await api.get(`/transactions?card_id=${card.id}`), 200)
  const later = done(await api.get(`/transactions/${data[0].id}/explanation`), 200)
  assert.match(later.because, /Nothing is missing any more/)
  await stripe.service.audit()
})

test('stripe: the state of a holder is visible only to its own account, and a lost message is found by polling', async () => {
  const [api, others] = [await stripe.service.fundedWorkspace(1_000), await stripe.service.fundedWorkspace(1_000)]
  const [card, other] = [await stripe.newCard(api, 100), await stripe.newCard(others, 100)]
  const holderOf = (externalId: string) => state.cards.get(externalId)!.cardholder.id
  state.require(holderOf(other.externalId), { disabled_reason: 'under_review', past_due: [] })
  stripe.world.take() // The messages are lost.
  await stripe.service.services.database.write`update processor_states set polled_at = null`
  await catchUp(stripe.service.services)
  assert.match((await declined(others, other)).because, /has disabled the holder of this account \(under_review\)/)
  state.require(holderOf(card.externalId), MISSING)
  assert.doesNotMatch((await declined(others, other)).because, /tax_id/)
  state.require(holderOf(card.externalId), NOTHING)
  state.require(holderOf(other.externalId), NOTHING)
  await stripe.service.audit()
})

test('stripe: connect and check name the holders that are not verified, and connect stores what is missing', async () => {
  const api = await stripe.service.fundedWorkspace(1_000)
  const card = await stripe.newCard(api, 100)
  const holder = state.cards.get(card.externalId)!.cardholder
  holder.requirements = MISSING // Stripe sends no message about this.
  const sentence = new RegExp(
    `The holder ${holder.id} of account ${holder.metadata.cardwright_account} is not verified\\. Its cards decline \\(requirements\\.past_due\\)\\. Missing: company\\.tax_id, individual\\.dob\\.day\\.`,
  )
  const env = envOf(stripe)
  assert.match((await cardwright(['processors', 'check', stripe.name], env)).out, sentence)
  const { out, code } = await cardwright(['processors', 'connect', stripe.name], env)
  assert.match(out, sentence)
  assert.equal(code, 1, 'check exits with 1, because cards are declined')
  assert.match((await declined(api, card)).because, /company\.tax_id/)
  holder.requirements = NOTHING
  assert.equal((await cardwright(['processors', 'connect', stripe.name], env)).code, 0)
  assert.doesNotMatch((await cardwright(['processors', 'check', stripe.name], env)).out, /not verified/)
})

test('increase: a card has the billing address that the API shows', async () => {
  const api = await increase.service.fundedWorkspace(1_000)
  const { id, externalId } = await increase.newCard(api, 50)
  const { line1, city, state: region, zip, country } = done(await api.get(`/cards/${id}/details`), 200).billing_address
  assert.equal(country, 'US')
  assert.deepEqual(increase.world.bank.cards.get(externalId)!.billing_address, {
    ...{ line1, line2: null, city, state: region, postal_code: zip },
  })
})

test('increase: an address outside the US is not sent, because Increase has no field for the country', async () => {
  const { world, service } = increase
  const processor = service.services.processors.get(increase.name)!
  const card = {
    cardId: 'card_abroad',
    holder: 'x',
    label: '',
    network: 'visa',
    expiry: { month: 1, year: 2030 },
  } as const
  const abroad = { line1: '1 Street', city: 'London', state: 'LND', zip: 'N1', country: 'GB' }
  const { externalId } = await processor.issue({ ...card, billingAddress: abroad }, randomUUID() as never)
  assert.equal(world.bank.cards.get(externalId)!.billing_address.line1, null)
})

test('lithic: cards are issued on the account that processors.json names, and check reads its state', async () => {
  const account = randomUUID()
  const { world, name } = lithic
  world.accounts.set(account, 'ACTIVE')
  const settings = environmentOf(name, { ...world, options: { account_token: account } })
  const service = await startTestService(settings)
  const api = await service.fundedWorkspace(1_000)
  done(await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 10 }), 201)
  const created = world.requests.findLast(({ method, path }) => method === 'POST' && path === '/v1/cards')
  assert.equal(created!.body!.account_token, account)
  const env = { ...databaseOf(service.connection), ...settings, CARDWRIGHT_PUBLIC_URL: service.url }
  const check = async () => (await cardwright(['processors', 'check', name], env)).out
  assert.doesNotMatch(await check(), /account_token/)
  world.accounts.set(account, 'PAUSED')
  assert.match(await check(), /The account of account_token is PAUSED\./)
  world.accounts.delete(account)
  assert.match(await check(), /The account of account_token cannot be read: The account was not found/)
  const wrong = environmentOf(name, { ...world, options: { account_token: 'mine' } })
  assert.match(await fails(['processors', 'list'], { ...env, ...wrong }), /"account_token" must match/)
  await service.audit()
})
