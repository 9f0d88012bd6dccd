// Tells Lithic our two addresses.

import { type Field, readAnswer } from '../fields.ts'
import { hostOf, isFormer } from '../former-addresses.ts'
import { AnsweredElsewhere, type Connected, type Enrolment, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { EVENT_TYPES } from './read-message.ts'

type Responder = { type: 'AUTH_STREAM_ACCESS' | 'THREE_DS_DECISIONING'; secretPath: string; about: string }
export const questions: Responder = {
  type: 'AUTH_STREAM_ACCESS',
  secretPath: '/v1/auth_stream/secret',
  about: 'purchases (Auth Stream Access)',
}
export const authentications: Responder = {
  type: 'THREE_DS_DECISIONING',
  secretPath: '/v1/three_ds_decisioning/secret',
  about: '3-D Secure',
}

const PAGE_SIZE = 100
const MAX_PAGES = 100
export const TAKE_OVER_HINT =
  'If that server is to answer no longer, run "cardwright processors connect" with --take-over. Otherwise use another program.'

export async function connectLithic(client: ProcessorClient, enrolment: Enrolment): Promise<Connected> {
  const { decisions, events } = enrolment
  const asked = await enrolledAt(client, questions)
  const authenticated = await enrolledAt(client, authentications).catch(unlessRefused)
  refuseRivals(enrolment, asked, authenticated)
  const subscriptions = await listSubscriptions(client)
  const subscription = await subscribe(client, subscriptions, events)
  const forEvents = await readSecret(client, `/v1/event_subscriptions/${encodeURIComponent(subscription)}/secret`)
  const forAuthentications = await enrolIfOffered(client, decisions, authenticated)
  // Done after everything that can be refused, because from here on every purchase depends on our answer.
  const forQuestions = await enrol(client, questions, decisions, asked)
  const former = subscriptions.filter(({ url }) => isFormer(url, enrolment))
  const removal = await unsubscribe(client, former)
  const notes = asked === undefined || asked === decisions ? [] : [`Lithic no longer asks ${hostOf(asked)}.`]
  return {
    secrets: [forQuestions, ...forAuthentications, forEvents],
    notes: [...notes, ...removal.notes],
    remaining: removal.remaining,
  }
}

/** A program has one address that decides all of its purchases, so taking it over decides the purchases of another system too. */
function refuseRivals(enrolment: Enrolment, asked: string | undefined, authenticated: string | undefined): void {
  if (enrolment.takeOver) return
  const rivals = [
    ...(isRival(asked, enrolment) ? [`${questions.about} at ${hostOf(asked)}`] : []),
    ...(isRival(authenticated, enrolment) ? [`${authentications.about} at ${hostOf(authenticated)}`] : []),
  ]
  if (rivals.length === 0) return
  throw new AnsweredElsewhere(
    `Another server answers this program's questions: ${rivals.join(', ')}. ${TAKE_OVER_HINT}`,
  )
}

export function isRival(url: string | undefined, enrolment: Enrolment): url is string {
  return url !== undefined && url !== enrolment.decisions && !isFormer(url, enrolment)
}

/** A failed removal is not fatal: the new addresses work, and `check` reports the old one. */
async function unsubscribe(
  client: ProcessorClient,
  former: readonly Subscription[],
): Promise<Pick<Connected, 'notes' | 'remaining'>> {
  const notes: string[] = []
  const remaining: string[] = []
  for (const { token, url } of former) {
    try {
      await client.call({ method: 'DELETE', path: `/v1/event_subscriptions/${encodeURIComponent(token)}` })
      notes.push(`Lithic no longer sends events to ${hostOf(url)}.`)
    } catch (error) {
      if (!(error instanceof ProcessorRefused) && !(error instanceof ProcessorSilent)) throw error
      notes.push(`Lithic still sends events to ${hostOf(url)}: the subscription could not be removed.`)
      remaining.push(url)
    }
  }
  return { notes, remaining }
}

/**
 * The secret is fetched first, because Lithic does not sign requests until it was fetched once. An enrolment is never removed
 * before it is renewed, because Lithic would decide by itself in between.
 */
async function enrol(
  client: ProcessorClient,
  responder: Responder,
  url: string,
  before: string | undefined,
): Promise<string> {
  const secret = await readSecret(client, responder.secretPath)
  if (before !== url)
    await client.call({ method: 'POST', path: '/v1/responder_endpoints', json: { type: responder.type, url } })
  return secret
}

/** Not every program has 3-D Secure decisions; purchases work without them. */
async function enrolIfOffered(client: ProcessorClient, url: string, before: string | undefined): Promise<string[]> {
  const secret = await enrol(client, authentications, url, before).catch(unlessRefused)
  return secret === undefined ? [] : [secret]
}

export async function enrolledAt(client: ProcessorClient, { type }: Responder): Promise<string | undefined> {
  const answer = await client.call({ method: 'GET', path: `/v1/responder_endpoints?type=${type}` })
  return readAnswer('GET /v1/responder_endpoints', answer, (status) =>
    status.get('enrolled').optional()?.boolean() ? status.get('url').optional()?.text() : undefined,
  )
}

async function subscribe(client: ProcessorClient, present: readonly Subscription[], url: string): Promise<string> {
  const existing = present.find((each) => each.url === url)
  const path = `/v1/event_subscriptions${existing ? `/${encodeURIComponent(existing.token)}` : ''}`
  const json = { url, description: 'Cardwright', disabled: false, event_types: EVENT_TYPES }
  const answer = await client.call({ method: existing ? 'PATCH' : 'POST', path, json })
  return readAnswer('event_subscriptions', answer, (subscription) => subscription.get('token').text())
}

export type Subscription = { token: string; url: string; isDisabled: boolean; types: string[] }

export async function listSubscriptions(client: ProcessorClient): Promise<Subscription[]> {
  const subscriptions: Subscription[] = []
  for (let count = 0; count < MAX_PAGES; count++) {
    const after = subscriptions.at(-1)?.token
    const query = new URLSearchParams({ page_size: String(PAGE_SIZE), ...(after && { starting_after: after }) })
    const answer = await client.call({ method: 'GET', path: `/v1/event_subscriptions?${query}` })
    const page = readAnswer('GET /v1/event_subscriptions', answer, (field) => ({
      items: field.get('data').list().map(readSubscription),
      hasMore: field.get('has_more').boolean(),
    }))
    subscriptions.push(...page.items)
    if (!page.hasMore || page.items.length === 0) return subscriptions
  }
  throw new ProcessorSilent('GET /v1/event_subscriptions: the list does not end')
}

function readSubscription(field: Field): Subscription {
  return {
    token: field.get('token').text(),
    url: field.get('url').text(),
    isDisabled: field.get('disabled').boolean(),
    types: (field.get('event_types').optional()?.list() ?? []).map((type) => type.text()),
  }
}

async function readSecret(client: ProcessorClient, path: string): Promise<string> {
  return readAnswer(`GET ${path}`, await client.call({ method: 'GET', path }), (answer) => answer.get('secret').text())
}

export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ProcessorRefused)) throw error
}
