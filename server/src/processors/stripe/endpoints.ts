// The webhook endpoints at Stripe: one for questions and one for news, so that a backlog of news never delays a question. Stripe
// shows a secret only when its endpoint is created, so connecting again creates both again.

import type { Field } from '../fields.ts'
import { type Addresses, type Connected, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { NEWS_EVENTS, QUESTION_EVENT } from './read-event.ts'
import { API_VERSION, pagesOf, post } from './stripe-api.ts'

const ENDPOINTS = '/v1/webhook_endpoints'

export type Wanted = { url: string; events: readonly string[]; carries: string }

export function wantedEndpoints({ decisions, events }: Addresses): Wanted[] {
  return [
    { url: decisions, events: [QUESTION_EVENT], carries: 'questions' },
    { url: events, events: NEWS_EVENTS, carries: 'news' },
  ]
}

export type Endpoint = { id: string; url: string; isEnabled: boolean; events: string[] }

export async function listEndpoints(client: ProcessorClient): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for await (const page of pagesOf(client, ENDPOINTS, {}, readEndpoint)) endpoints.push(...page)
  return endpoints
}

export async function connectEndpoints(client: ProcessorClient, addresses: Addresses): Promise<Connected> {
  const existing = await listEndpoints(client)
  const secrets: string[] = []
  for (const wanted of wantedEndpoints(addresses)) {
    const old = existing.filter(({ url }) => url === wanted.url)
    secrets.push(await replaceEndpoint(client, wanted, old))
  }
  return { secrets }
}

/** The new endpoint is created first, because without one Stripe would approve by itself. */
async function replaceEndpoint(client: ProcessorClient, wanted: Wanted, old: Endpoint[]): Promise<string> {
  try {
    const secret = await createEndpoint(client, wanted)
    await removeEndpoints(client, old)
    return secret
  } catch (error) {
    // Stripe may not allow another endpoint beside the old one.
    if (!(error instanceof ProcessorRefused) || old.length === 0) throw error
    await removeEndpoints(client, old)
    return await createEndpoint(client, wanted)
  }
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

/** A failed removal is ignored, so that the secret of the new endpoint is not lost. `check` reports the old endpoint. */
async function removeEndpoints(client: ProcessorClient, endpoints: Endpoint[]): Promise<void> {
  for (const { id } of endpoints) {
    try {
      await client.call({ method: 'DELETE', path: `${ENDPOINTS}/${encodeURIComponent(id)}` })
    } catch (error) {
      if (!(error instanceof ProcessorRefused) && !(error instanceof ProcessorSilent)) throw error
    }
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
