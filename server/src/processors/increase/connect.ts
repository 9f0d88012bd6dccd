// Enrols our addresses: one subscription for news, and one per kind of question, as Increase requires. Only one subscription
// per kind of question may be active in a whole group.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Field } from '../fields.ts'
import { type Addresses, type Connected, ProcessorRefused } from '../processor.ts'
import type { IncreaseApi } from './api.ts'
import { newsCategories, questionCategories } from './read-event.ts'
import { checkedId } from './references.ts'

const SECRET_BYTES = 32
const MAX_SUBSCRIPTION_PAGES = 20

export type Subscription = { id: string; url: string; status: string; categories: readonly string[] }
type Wanted = { url: string; categories: readonly string[] }

/**
 * All are created disabled first, so that the old ones keep working if something fails. Then they are switched one by one.
 */
export async function enrol(api: IncreaseApi, addresses: Addresses): Promise<Connected> {
  const present = (await listSubscriptions(api)).filter(({ status }) => status !== 'deleted')
  refuseRivals(present, addresses)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const made = []
  for (const wanted of wantedSubscriptions(addresses)) {
    made.push({ wanted, id: await createDisabled(api, wanted, secret) })
  }
  for (const { wanted, id } of made) {
    const replaced = present.filter((old) => isSameAddress(old.url, wanted.url) && overlaps(old, wanted))
    for (const old of replaced) await setStatus(api, old.id, 'deleted')
    await setStatus(api, id, 'active')
  }
  return { secrets: [secret] }
}

export function wantedSubscriptions(addresses: Addresses): Wanted[] {
  return [
    { url: addresses.events, categories: newsCategories },
    ...questionCategories.map((category) => ({ url: addresses.decisions, categories: [category] })),
  ]
}

export async function listSubscriptions(api: IncreaseApi): Promise<Subscription[]> {
  return await api.all('/event_subscriptions', {}, MAX_SUBSCRIPTION_PAGES, readSubscription)
}

/** A subscription of somebody else that answers the questions is not replaced; an operator has to decide that. */
function refuseRivals(present: readonly Subscription[], addresses: Addresses): void {
  const rival = present.find(
    ({ status, url, categories }) =>
      status === 'active' &&
      categories.some((each) => (questionCategories as readonly string[]).includes(each)) &&
      !isSameAddress(url, addresses.decisions),
  )
  if (!rival) return
  const { host } = addressOf(rival.url)
  throw new ProcessorRefused(
    `Another server (${host}) is enrolled for ${rival.categories.join(', ')}. Delete its webhook in the dashboard of Increase first.`,
  )
}

/** Compares the path, which names the processor, so that our subscriptions are recognised after the public address changed. */
function isSameAddress(url: string, ours: string): boolean {
  return addressOf(url).pathname === addressOf(ours).pathname
}

function addressOf(url: string): { host: string; pathname: string } {
  return URL.canParse(url) ? new URL(url) : { host: 'unknown', pathname: '' }
}

/** A subscription without categories covers all of them. */
function overlaps(old: Subscription, wanted: Wanted): boolean {
  return old.categories.length === 0 || old.categories.some((each) => wanted.categories.includes(each))
}

async function createDisabled(api: IncreaseApi, { url, categories }: Wanted, secret: string): Promise<string> {
  const json = {
    url,
    shared_secret: secret,
    status: 'disabled',
    selected_event_categories: categories.map((category) => ({ event_category: category })),
  }
  const call = { method: 'POST', path: '/event_subscriptions', json, key: randomUUID() } as const
  return await api.send(call, (made) => made.get('id').text())
}

async function setStatus(api: IncreaseApi, id: string, status: 'active' | 'deleted'): Promise<void> {
  const path = `/event_subscriptions/${checkedId(id)}`
  await api.send({ method: 'PATCH', path, json: { status }, key: randomUUID() }, () => undefined)
}

function readSubscription(subscription: Field): Subscription {
  const categories = subscription.get('selected_event_categories').optional()?.list() ?? []
  return {
    id: subscription.get('id').text(),
    url: subscription.get('url').text(),
    status: subscription.get('status').text(),
    categories: categories.map((each) => each.get('event_category').optional()?.text() ?? ''),
  }
}
