// Enrols our addresses: one subscription for updates, and one per kind of question, as Increase requires. Only one subscription
// per kind of question may be active in a whole group.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Field } from '../fields.ts'
import { hasPathOf, hostOf, isFormer } from '../former-addresses.ts'
import { type Addresses, AnsweredElsewhere, type Connected, type Enrolment } from '../processor.ts'
import type { IncreaseApi } from './api.ts'
import { questionCategories, updateCategories } from './read-event.ts'
import { checkedId } from './references.ts'

const SECRET_BYTES = 32
const MAX_SUBSCRIPTION_PAGES = 20

export type Subscription = { id: string; url: string; status: string; categories: readonly string[] }
type Wanted = { url: string; categories: readonly string[] }

/**
 * All are created disabled first, so that the old ones keep working if something fails. Then they are switched one by one.
 */
export async function enrol(api: IncreaseApi, enrolment: Enrolment): Promise<Connected> {
  const present = (await listSubscriptions(api)).filter(({ status }) => status !== 'deleted')
  const rivals = rivalsOf(present, enrolment)
  refuseRivals(rivals, enrolment)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const made = []
  for (const wanted of wantedSubscriptions(enrolment)) {
    made.push({ wanted, id: await createDisabled(api, wanted, secret) })
  }
  for (const { wanted, id } of made) {
    const replaced = present.filter((old) => isReplaced(old, wanted, enrolment) && overlaps(old, wanted))
    for (const old of replaced) await setStatus(api, old.id, 'deleted')
    for (const rival of rivals.filter((each) => overlaps(each, wanted))) await setStatus(api, rival.id, 'disabled')
    await setStatus(api, id, 'active')
  }
  return { secrets: [secret], notes: notesOn(present, rivals, enrolment), remaining: [] }
}

function notesOn(present: readonly Subscription[], rivals: readonly Subscription[], enrolment: Enrolment): string[] {
  const former = present.filter(({ url }) => isFormer(url, enrolment))
  const hosts = (subscriptions: readonly Subscription[]) => [...new Set(subscriptions.map(({ url }) => hostOf(url)))]
  return [
    ...hosts(former).map((host) => `The webhooks of our former address ${host} are removed.`),
    ...hosts(rivals).map((host) => `The webhooks of ${host} for questions are disabled.`),
  ]
}

export function wantedSubscriptions(addresses: Addresses): Wanted[] {
  return [
    { url: addresses.events, categories: updateCategories },
    ...questionCategories.map((category) => ({ url: addresses.decisions, categories: [category] })),
  ]
}

export async function listSubscriptions(api: IncreaseApi): Promise<Subscription[]> {
  return await api.all('/event_subscriptions', {}, MAX_SUBSCRIPTION_PAGES, readSubscription)
}

/** Subscriptions of others that answer our questions: Increase allows one for each kind in a whole group. */
export function rivalsOf(present: readonly Subscription[], enrolment: Enrolment): Subscription[] {
  return present.filter(
    ({ status, url, categories }) =>
      status === 'active' &&
      categories.some((each) => (questionCategories as readonly string[]).includes(each)) &&
      url !== enrolment.decisions &&
      !isFormer(url, enrolment),
  )
}

/** A server of somebody else is not replaced; an operator has to decide that. */
function refuseRivals(rivals: readonly Subscription[], { takeOver }: Enrolment): void {
  const [rival] = rivals
  if (!rival || takeOver) return
  throw new AnsweredElsewhere(
    `Another server (${hostOf(rival.url)}) is enrolled for ${rival.categories.join(', ')}. Delete its webhook in the dashboard of Increase first, or run "cardwright processors connect" with --take-over.`,
  )
}

function isReplaced({ url }: Subscription, wanted: Wanted, enrolment: Enrolment): boolean {
  return url === wanted.url || (isFormer(url, enrolment) && hasPathOf(url, wanted.url))
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

async function setStatus(api: IncreaseApi, id: string, status: 'active' | 'disabled' | 'deleted'): Promise<void> {
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
