// How Stripe's API is called: form-encoded, under one version of the API, lists page by page and newest first.

import type { ProcessorSettings } from '../../config/processor-config.ts'
import { type Field, readAnswer } from '../fields.ts'
import { ProcessorSilent } from '../processor.ts'
import { ProcessorClient } from '../processor-client.ts'

/** The version of our calls, of our answers, and of the webhook endpoints that `connect` creates. */
export const API_VERSION = '2026-08-26.dahlia'
const ORIGIN = 'https://api.stripe.com'
const PAGE_SIZE = 100
/** A million objects. A longer walk means that something is wrong. */
const MAX_PAGES = 10_000
/** Stripe's error messages show parts of a key. The message goes to the caller, who must not see even those. */
const KEYS = /\b(sk|rk|pk|whsec)_[\w*]+/g

export type Parameters = Record<string, string | number | readonly string[] | undefined>

export function openClient({ apiKey, baseUrl }: ProcessorSettings): ProcessorClient {
  const headers = { authorization: `Bearer ${apiKey}`, 'stripe-version': API_VERSION }
  return new ProcessorClient(baseUrl ?? ORIGIN, headers, { messageOf, isKeyOfAnother })
}

function messageOf(body: unknown): string | undefined {
  const message = (body as { error?: { message?: unknown } } | null | undefined)?.error?.message
  return typeof message === 'string' ? message.replace(KEYS, '(key)') : undefined
}

/** For example a holder's: two cards of one account may ask for it with two addresses. */
function isKeyOfAnother(body: unknown): boolean {
  return (body as { error?: { type?: unknown } } | null | undefined)?.error?.type === 'idempotency_error'
}

/** Lists are written `name[]=a&name[]=b`; what is undefined is left out. */
export function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'object') for (const each of value) form.append(`${name}[]`, each)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

export async function get<Read>(
  client: ProcessorClient,
  path: string,
  parameters: Parameters,
  read: (answer: Field) => Read,
): Promise<Read> {
  const query = formOf(parameters).toString()
  const answer = await client.call({ method: 'GET', path: query === '' ? path : `${path}?${query}` })
  return readAnswer(`GET ${path}`, answer, read)
}

export async function post<Read>(
  client: ProcessorClient,
  path: string,
  parameters: Parameters,
  key: string | undefined,
  read: (answer: Field) => Read,
): Promise<Read> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const answer = await client.call({ method: 'POST', path, form: formOf(parameters), headers })
  return readAnswer(`POST ${path}`, answer, read)
}

export type Page<Item> = { items: Item[]; hasMore: boolean }

/** One page of a list, newest first. */
export async function getPage<Item>(
  client: ProcessorClient,
  path: string,
  parameters: Parameters,
  read: (item: Field) => Item,
): Promise<Page<Item>> {
  return await get(client, path, { ...parameters, limit: PAGE_SIZE }, (answer) => ({
    items: answer.get('data').list().map(read),
    hasMore: answer.get('has_more').boolean(),
  }))
}

/** All pages of a list from its newest object to its oldest. */
export async function* pagesOf<Item extends { id: string }>(
  client: ProcessorClient,
  path: string,
  parameters: Parameters,
  read: (item: Field) => Item,
): AsyncGenerator<Item[], void> {
  let after: string | undefined
  for (let count = 0; count < MAX_PAGES; count++) {
    const page = await getPage(client, path, { ...parameters, starting_after: after }, read)
    yield page.items
    after = page.items.at(-1)?.id
    if (!page.hasMore || after === undefined) return
  }
  throw new ProcessorSilent(`GET ${path}: the list does not end`)
}
