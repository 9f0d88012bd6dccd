// Cardholders and cards at Stripe. Each card carries our id in its metadata, so that one whose creation was not answered can
// be found again.

import { parseId, timeOfUuid, type Uuid } from '../../ids.ts'
import type { Field } from '../fields.ts'
import type { OutsideState } from '../inbound.ts'
import {
  type NewHolder,
  type NewOutsideCard,
  type Observed,
  type OutsideCard,
  ProcessorRefused,
  type Revealed,
} from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { holderName } from './holder-name.ts'
import { stateOf } from './read-objects.ts'
import { get, pagesOf, post } from './stripe-api.ts'

const CARDS = '/v1/issuing/cards'
const CARDHOLDERS = '/v1/issuing/cardholders'
const OUR_ID = 'cardwright_card'
const OUR_ACCOUNT = 'cardwright_account'
/** More than the clocks of two machines differ. */
const CLOCK_MARGIN_SECONDS = 24 * 60 * 60
const STATUSES: Record<OutsideState, string> = { active: 'active', frozen: 'inactive', closed: 'canceled' }

export type HolderContact = { email: string | undefined; phone: string | undefined }

/** Created as a company, for which Stripe requires no date of birth. */
export async function createCardholder(
  client: ProcessorClient,
  { accountId, name, billingAddress }: NewHolder,
  contact: HolderContact,
  key: Uuid,
): Promise<string> {
  const form = {
    type: 'company',
    name: holderName(name),
    email: contact.email,
    phone_number: contact.phone,
    'billing[address][line1]': billingAddress.line1,
    'billing[address][line2]': billingAddress.line2,
    'billing[address][city]': billingAddress.city,
    'billing[address][state]': billingAddress.state,
    'billing[address][postal_code]': billingAddress.zip,
    'billing[address][country]': billingAddress.country,
    [`metadata[${OUR_ACCOUNT}]`]: accountId,
  }
  return await post(client, CARDHOLDERS, form, key, (answer) => answer.get('id').text())
}

/** A holder is younger than its account. */
export async function findCardholder(client: ProcessorClient, accountId: Uuid): Promise<string | undefined> {
  const readListed = (answer: Field) => ({
    id: answer.get('id').text(),
    isIt: answer.get('metadata').optional()?.get(OUR_ACCOUNT).is(accountId) ?? false,
  })
  for await (const page of pagesOf(client, CARDHOLDERS, { 'created[gte]': secondsBefore(accountId) }, readListed)) {
    const found = page.find(({ isIt }) => isIt)
    if (found) return found.id
  }
  return undefined
}

/** Our ids tell when they were made. */
function secondsBefore(id: Uuid): number {
  return Math.max(0, Math.floor(timeOfUuid(id).getTime() / 1000) - CLOCK_MARGIN_SECONDS)
}

/** Stripe chooses the network and the expiry by the account's program. Without `status`, the card would be inactive. */
export async function issueCard(client: ProcessorClient, card: NewOutsideCard, key: Uuid): Promise<OutsideCard> {
  const form = {
    cardholder: card.holder,
    currency: 'usd',
    type: 'virtual',
    status: 'active',
    [`metadata[${OUR_ID}]`]: card.cardId,
  }
  return await post(client, CARDS, form, key, readCard)
}

/** Our id tells when the card was requested, so older cards need not be searched. */
export async function findCard(
  client: ProcessorClient,
  cardId: string,
  cardholder: string,
): Promise<OutsideCard | undefined> {
  const id = parseId('card', cardId)
  const query = { cardholder, 'created[gte]': id && secondsBefore(id.uuid) }
  const readListed = (answer: Field) => ({
    id: answer.get('id').text(),
    isIt: answer.get('metadata').optional()?.get(OUR_ID).is(cardId) ?? false,
    answer,
  })
  for await (const page of pagesOf(client, CARDS, query, readListed)) {
    const found = page.find(({ isIt }) => isIt)
    if (found) return await get(client, `${CARDS}/${encodeURIComponent(found.id)}`, {}, readCard)
  }
  return undefined
}

export async function observeCard(client: ProcessorClient, externalId: string): Promise<Observed> {
  return await get(client, `${CARDS}/${encodeURIComponent(externalId)}`, {}, readObserved)
}

/** Stripe refuses every change of a canceled card, even to canceled, so the resulting state decides. */
export async function setCardState(
  client: ProcessorClient,
  externalId: string,
  state: OutsideState,
  key: Uuid,
): Promise<Observed> {
  const path = `${CARDS}/${encodeURIComponent(externalId)}`
  try {
    return await post(client, path, { status: STATUSES[state] }, key, readObserved)
  } catch (error) {
    if (!(error instanceof ProcessorRefused)) throw error
    const observed = await observeCard(client, externalId)
    if (observed.state === state) return observed
    throw error
  }
}

export async function revealCard(client: ProcessorClient, externalId: string): Promise<Revealed> {
  const path = `${CARDS}/${encodeURIComponent(externalId)}`
  return await get(client, path, { expand: ['number', 'cvc'] }, (answer) => ({
    number: shown(answer.get('number'), /^\d{12,19}$/),
    cvv: shown(answer.get('cvc'), /^\d{3,4}$/),
  }))
}

/** An account that may not see numbers gets the card without them. That is a refusal, and asking again would not help. */
function shown(field: Field, pattern: RegExp): string {
  if (!field.optional() || field.is(''))
    throw new ProcessorRefused('Stripe does not show the numbers of cards to this API key')
  return matching(field, pattern)
}

function readCard(answer: Field): OutsideCard {
  const month = Number(answer.get('exp_month').integer())
  const year = Number(answer.get('exp_year').integer())
  if (month < 1 || month > 12 || year < 2000 || year > 2100) throw answer.get('exp_month').unreadable('not an expiry')
  return {
    externalId: answer.get('id').text(),
    last4: matching(answer.get('last4'), /^\d{4}$/),
    expiry: { month, year },
    network: readNetwork(answer.get('brand')),
    state: readState(answer),
  }
}

function readObserved(answer: Field): Observed {
  return { state: readState(answer) }
}

function readState(answer: Field): OutsideState {
  const state = stateOf(answer.get('status'))
  if (!state) throw answer.get('status').unreadable('not a known state')
  return state
}

function readNetwork(brand: Field): OutsideCard['network'] {
  const word = brand.text().toLowerCase()
  if (word !== 'visa' && word !== 'mastercard') throw brand.unreadable('not a known network')
  return word
}

function matching(field: Field, pattern: RegExp): string {
  const text = field.text()
  if (!pattern.test(text)) throw field.unreadable('not in its form')
  return text
}
