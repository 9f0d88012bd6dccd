// Cards at Increase. The public id of our card is both the description of Increase's card and the key of its creation: a
// repeat returns the same card, and when no answer came, the card is found by that key.

import type { Uuid } from '../../ids.ts'
import type { Field } from '../fields.ts'
import type { OutsideState } from '../inbound.ts'
import { type NewOutsideCard, type Observed, type OutsideCard, ProcessorRefused, type Revealed } from '../processor.ts'
import type { IncreaseApi } from './api.ts'
import { checkedId } from './references.ts'

const STATUS: Record<OutsideState, string> = { active: 'active', frozen: 'disabled', closed: 'canceled' }

/** The account that pays for the cards, and the entity in whose name they are, if it is not the account's owner. */
export type CardOwner = { accountId: string; entityId: string | undefined }

/** A repeat sends exactly the same body, because Increase refuses a key that is reused with another body. */
export async function issueCard(
  api: IncreaseApi,
  { accountId, entityId }: CardOwner,
  card: NewOutsideCard,
): Promise<OutsideCard> {
  if (card.network !== 'visa') throw new ProcessorRefused('Increase issues Visa cards only.')
  const billingAddress = billingAddressOf(card)
  const json = {
    account_id: accountId,
    description: card.cardId,
    ...(entityId !== undefined && { entity_id: entityId }),
    ...(billingAddress && { billing_address: billingAddress }),
  }
  return await api.send({ method: 'POST', path: '/cards', json, key: card.cardId }, readCard)
}

/**
 * Merchants compare the billing address that a buyer enters with the one at Increase, so it must be the one that our API shows.
 * Increase has no field for a country: it takes addresses in the US only, and uses the entity's for other cards.
 */
function billingAddressOf({ billingAddress }: NewOutsideCard) {
  const { line1, city, state, zip, country } = billingAddress
  if (country !== 'US' || !line1 || !city || !state || !zip) return undefined
  return { line1, city, state, postal_code: zip }
}

export async function findCard(api: IncreaseApi, cardId: string): Promise<OutsideCard | undefined> {
  const page = await api.page('/cards', { idempotency_key: cardId }, (card) => ({
    isIt: card.get('description').is(cardId),
    read: readCard(card),
  }))
  return page.items.find(({ isIt }) => isIt)?.read
}

export async function observeCard(api: IncreaseApi, externalId: string): Promise<Observed> {
  return await api.get(`/cards/${checkedId(externalId)}`, readObserved)
}

export async function setCardState(
  api: IncreaseApi,
  externalId: string,
  state: OutsideState,
  key: Uuid,
): Promise<Observed> {
  const path = `/cards/${checkedId(externalId)}`
  return await api.send({ method: 'PATCH', path, json: { status: STATUS[state] }, key }, readObserved)
}

export async function revealCard(api: IncreaseApi, externalId: string): Promise<Revealed> {
  return await api.get(`/cards/${checkedId(externalId)}/details`, (details) => ({
    number: shown(details.get('primary_account_number')),
    cvv: shown(details.get('verification_code')),
  }))
}

/** An answer without the number is a refusal: asking again would not help. */
function shown(field: Field): string {
  if (!field.optional() || field.is('')) throw new ProcessorRefused('Increase does not show the number of this card')
  return field.text()
}

function readObserved(card: Field): Observed {
  return { state: readState(card) }
}

function readCard(card: Field): OutsideCard {
  const last4 = card.get('last4').text()
  if (!/^\d{4}$/.test(last4)) throw card.get('last4').unreadable('not four digits')
  const month = Number(card.get('expiration_month').integer())
  if (month < 1 || month > 12) throw card.get('expiration_month').unreadable('not a month')
  return {
    externalId: card.get('id').text(),
    last4,
    expiry: { month, year: Number(card.get('expiration_year').integer()) },
    network: 'visa',
    state: readState(card),
  }
}

export function readState(card: Field): OutsideState {
  const status = card.get('status')
  if (status.is('active')) return 'active'
  if (status.is('disabled')) return 'frozen'
  if (status.is('canceled')) return 'closed'
  throw status.unreadable('not a status of a card')
}
