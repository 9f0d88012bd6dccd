// The webhook endpoints at Stripe: one for questions and one for updates, so that a backlog of updates never delays a question. Stripe
// shows a secret only when its endpoint is created, so connecting again creates both again.

import type { Field } from '../fields.ts'
import { hasPathOf, hostOf, isFormer } from '../former-addresses.ts'
import { type Addresses, type Connected, type Enrolment, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { QUESTION_EVENT, UPDATE_EVENTS } from './read-event.ts'
import { API_VERSION, pagesOf, post } from './stripe-api.ts'

const ENDPOINTS = '/v1/webhook_endpoints'

export type Wanted = { url: string; events: readonly string[]; carries: string }

export function wantedEndpoints({ decisions, events }: Addresses): Wanted[] {
  return [
    { url: decisions, events: [QUESTION_EVENT], carries: 'questions' },
    { url: events, events: UPDATE_EVENTS, carries: 'updates' },
  ]
}

export type Endpoint = { id: string; url: string; isEnabled: boolean; events: string[] }

export async function listEndpoints(client: ProcessorClient): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for await (const page of pagesOf(client, ENDPOINTS, {}, readEndpoint)) endpoints.push(...page)
  return endpoints
}

export async function connectEndpoints(client: ProcessorClient, enrolment: Enrolment): Promise<Connected> {
  const existing = await listEndpoints(client)
  const secrets: string[] = []
  const unremoved: Endpoint[] = []
  const isReplaced = ({ url }: Endpoint, wanted: Wanted) =>
    url === wanted.url || (isFormer(url, enrolment) && hasPathOf(url, wanted.url))
  for (const wanted of wantedEndpoints(enrolment)) {
    const old = existing.filter((each) => isReplaced(each, wanted))
    const replaced = await replaceEndpoint(client, wanted, old)
    secrets.push(replaced.secret)
    unremoved.push(...replaced.unremoved)
  }
  const former = existing.filter(({ url }) => isFormer(url, enrolment))
  const remaining = former.filter((each) => unremoved.includes(each)).map(({ url }) => url)
  const silenced = enrolment.takeOver ? await silenceRivals(client, enrolment, existing) : []
  return { secrets, notes: [...notesOn(former, unremoved), ...silenced], remaining }
}

function notesOn(former: readonly Endpoint[], unremoved: readonly Endpoint[]): string[] {
  return former.map((each) =>
    unremoved.includes(each)
      ? `The webhook endpoint ${each.id} of ${hostOf(each.url)} could not be removed.`
      : `The webhook endpoint ${each.id} of ${hostOf(each.url)} is removed.`,
  )
}

/** The new endpoint is created first, because without one Stripe would approve by itself. */
async function replaceEndpoint(
  client: ProcessorClient,
  wanted: Wanted,
  old: Endpoint[],
): Promise<{ secret: string; unremoved: Endpoint[] }> {
  try {
    const secret = await createEndpoint(client, wanted)
    return { secret, unremoved: await removeEndpoints(client, old) }
  } catch (error) {
    // Stripe may not allow another endpoint beside the old one.
    if (!(error instanceof ProcessorRefused) || old.length === 0) throw error
    const unremoved = await removeEndpoints(client, old)
    return { secret: await createEndpoint(client, wanted), unremoved }
  }
}

/** Endpoints of others that answer the same questions. With two answers, Stripe decides which one counts. */
export function rivalsOf(enrolment: Enrolment, endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.filter(
    (each) =>
      each.isEnabled &&
      each.events.includes(QUESTION_EVENT) &&
      each.url !== enrolment.decisions &&
      each.url !== enrolment.events &&
      !isFormer(each.url, enrolment),
  )
}

/** A rival keeps its other events, since they may be needed there. One without others is disabled. */
async function silenceRivals(
  client: ProcessorClient,
  enrolment: Enrolment,
  existing: readonly Endpoint[],
): Promise<string[]> {
  const notes: string[] = []
  for (const { id, url, events } of rivalsOf(enrolment, existing)) {
    const others = events.filter((event) => event !== QUESTION_EVENT)
    const form = others.length > 0 ? { enabled_events: others } : { disabled: 'true' }
    const path = `${ENDPOINTS}/${encodeURIComponent(id)}`
    const isDone = await succeeds(() => post(client, path, form, undefined, () => undefined))
    notes.push(`The webhook endpoint ${id} of ${hostOf(url)} ${isDone ? 'is no longer' : 'may still be'} asked.`)
  }
  return notes
}

async function createEndpoint(client: ProcessorClient, { url, events, carries }: Wanted): Promise<string> {
  const form = {
    url,
    enabled_events: events,
    api_version: API_VERSION,
    description: `Cardwright: ${carries}`,
  }
  return await post(client, ENDPOINTS, form, undefined, (answer) => answer.get('secret').text())
}

/** Returns the endpoints that could not be removed. */
async function removeEndpoints(client: ProcessorClient, endpoints: Endpoint[]): Promise<Endpoint[]> {
  const unremoved: Endpoint[] = []
  for (const endpoint of endpoints) {
    const path = `${ENDPOINTS}/${encodeURIComponent(endpoint.id)}`
    if (!(await succeeds(() => client.call({ method: 'DELETE', path })))) unremoved.push(endpoint)
  }
  return unremoved
}

/** For calls on endpoints of other addresses, which must not cost us the secrets of the new ones. */
async function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof ProcessorRefused || error instanceof ProcessorSilent) return false
    throw error
  }
}

function readEndpoint(answer: Field): Endpoint {
  return {
    id: answer.get('id').text(),
    url: answer.get('url').prose(2000) ?? '',
    isEnabled: answer.get('status').is('enabled'),
    events: answer
      .get('enabled_events')
      .list()
      .map((each) => each.text()),
  }
}
