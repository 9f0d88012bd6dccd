// Tells Lithic our two addresses, and an operator what is wrong with them.

import { type Field, readAnswer } from '../fields.ts'
import { type Addresses, type Connected, type Problem, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { EVENT_TYPES } from './read-message.ts'

type Responder = { type: 'AUTH_STREAM_ACCESS' | 'THREE_DS_DECISIONING'; secretPath: string }
const questions: Responder = { type: 'AUTH_STREAM_ACCESS', secretPath: '/v1/auth_stream/secret' }
const authentications: Responder = { type: 'THREE_DS_DECISIONING', secretPath: '/v1/three_ds_decisioning/secret' }

const PAGE_SIZE = 100
const CONNECT_HINT = 'Run "cardwright processors connect".'

export async function connectLithic(client: ProcessorClient, addresses: Addresses): Promise<Connected> {
  const subscription = await subscribe(client, addresses.events)
  const forEvents = await readSecret(client, `/v1/event_subscriptions/${encodeURIComponent(subscription)}/secret`)
  const forAuthentications = await enrolIfOffered(client, addresses.decisions)
  // Done last, because from here on every purchase depends on our answer.
  const forQuestions = await enrol(client, questions, addresses.decisions)
  return { secrets: [forQuestions, ...forAuthentications, forEvents] }
}

export async function checkLithic(
  client: ProcessorClient,
  addresses: Addresses | undefined,
  secrets: readonly string[],
): Promise<Problem[]> {
  try {
    await client.call({ method: 'GET', path: '/v1/status' })
    const problems = addresses ? await checkAddresses(client, addresses) : []
    if (secrets.length === 0)
      problems.push({ problem: 'No signing secret is known, so every message is refused.', hint: CONNECT_HINT })
    return problems
  } catch (error) {
    if (error instanceof ProcessorRefused)
      return [
        { problem: `Lithic refuses: ${error.message}`, hint: 'Check api_key, and that it belongs to the environment.' },
      ]
    if (error instanceof ProcessorSilent)
      return [
        { problem: `Lithic does not answer: ${error.message}`, hint: 'Check base_url and the way to the internet.' },
      ]
    throw error
  }
}

async function checkAddresses(client: ProcessorClient, addresses: Addresses): Promise<Problem[]> {
  const [asked, authenticated, subscriptions] = await Promise.all([
    enrolledAt(client, questions),
    enrolledAt(client, authentications).catch(unlessRefused),
    listSubscriptions(client),
  ])
  const problems: Problem[] = []
  if (asked !== addresses.decisions)
    problems.push({
      problem: asked
        ? 'Lithic asks another address than ours about purchases.'
        : 'Lithic does not ask us about purchases.',
      hint: CONNECT_HINT,
    })
  if (authenticated !== addresses.decisions)
    problems.push({
      problem: 'Lithic does not ask us about 3-D Secure.',
      hint: `${CONNECT_HINT} Where that changes nothing, ask Lithic to switch on 3DS decisioning for the program.`,
    })
  return [...problems, ...subscriptionProblems(subscriptions, addresses.events)]
}

function subscriptionProblems(subscriptions: Subscription[], url: string): Problem[] {
  const ours = subscriptions.find((each) => each.url === url)
  if (!ours) return [{ problem: 'Lithic sends us no events.', hint: CONNECT_HINT }]
  if (ours.isDisabled)
    return [
      { problem: 'Lithic has switched our events off, as it does after five days of failures.', hint: CONNECT_HINT },
    ]
  const missing = EVENT_TYPES.filter((type) => !ours.types.includes(type))
  if (ours.types.length === 0 || missing.length === 0) return []
  return [{ problem: `Lithic does not send us ${missing.join(', ')}.`, hint: CONNECT_HINT }]
}

/**
 * The secret is fetched first, because Lithic does not sign requests until it was fetched once. An enrolment is never removed
 * before it is renewed, because Lithic would decide by itself in between.
 */
async function enrol(client: ProcessorClient, responder: Responder, url: string): Promise<string> {
  const secret = await readSecret(client, responder.secretPath)
  if ((await enrolledAt(client, responder)) !== url)
    await client.call({ method: 'POST', path: '/v1/responder_endpoints', json: { type: responder.type, url } })
  return secret
}

/** Not every program has 3-D Secure decisions; purchases work without them. */
async function enrolIfOffered(client: ProcessorClient, url: string): Promise<string[]> {
  const secret = await enrol(client, authentications, url).catch(unlessRefused)
  return secret === undefined ? [] : [secret]
}

async function enrolledAt(client: ProcessorClient, { type }: Responder): Promise<string | undefined> {
  const answer = await client.call({ method: 'GET', path: `/v1/responder_endpoints?type=${type}` })
  return readAnswer('GET /v1/responder_endpoints', answer, (status) =>
    status.get('enrolled').optional()?.boolean() ? status.get('url').optional()?.text() : undefined,
  )
}

async function subscribe(client: ProcessorClient, url: string): Promise<string> {
  const existing = (await listSubscriptions(client)).find((each) => each.url === url)
  const path = `/v1/event_subscriptions${existing ? `/${encodeURIComponent(existing.token)}` : ''}`
  const json = { url, description: 'Cardwright', disabled: false, event_types: EVENT_TYPES }
  const answer = await client.call({ method: existing ? 'PATCH' : 'POST', path, json })
  return readAnswer('event_subscriptions', answer, (subscription) => subscription.get('token').text())
}

type Subscription = { token: string; url: string; isDisabled: boolean; types: string[] }

async function listSubscriptions(client: ProcessorClient): Promise<Subscription[]> {
  const answer = await client.call({ method: 'GET', path: `/v1/event_subscriptions?page_size=${PAGE_SIZE}` })
  return readAnswer('GET /v1/event_subscriptions', answer, (page) => page.get('data').list().map(readSubscription))
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

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ProcessorRefused)) throw error
}
