// Where Stripe sends its messages. The questions and the news have a webhook endpoint each, so that news that pile up never
// delay a question. A secret is told only when its endpoint is made: to connect again is to make both anew.

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

/** The new one comes first: while nobody is asked, Stripe approves by itself. */
async function replaceEndpoint(client: ProcessorClient, wanted: Wanted, old: Endpoint[]): Promise<string> {
  try {
    const secret = await createEndpoint(client, wanted)
    await removeEndpoints(client, old)
    return secret
  } catch (error) {
    // Stripe may not allow one more beside the old.
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

/** An endpoint that stays behind is found by `check`; the secret of the new one must not be lost for it. */
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
