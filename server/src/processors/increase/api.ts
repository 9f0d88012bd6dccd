// Calls to Increase's API: its address, the form of its refusals, and how its lists are paged.

import type { ProcessorSettings } from '../../config/processor-config.ts'
import { type Field, readAnswer } from '../fields.ts'
import { ProcessorRefused, ProcessorSilent } from '../processor.ts'
import { type Call, ProcessorClient } from '../processor-client.ts'

const ORIGINS = { production: 'https://api.increase.com', sandbox: 'https://sandbox.increase.com' }
/** The most that Increase puts on a page. */
export const PAGE_SIZE = 100

export class IncreaseApi {
  readonly #client: ProcessorClient

  constructor(settings: ProcessorSettings) {
    this.#client = new ProcessorClient(
      settings.baseUrl ?? ORIGINS[settings.environment],
      { authorization: `Bearer ${settings.apiKey}`, accept: 'application/json' },
      { messageOf, isNo: isInvalidOperation },
    )
  }

  async get<Read>(path: string, read: (answer: Field) => Read, timeoutMs?: number): Promise<Read> {
    const answer = await this.#client.call({ method: 'GET', path, ...(timeoutMs !== undefined && { timeoutMs }) })
    return readAnswer(`GET ${pathOnly(path)}`, answer, read)
  }

  /** Increase stores its answer under the key, so repeating the call has no second effect. */
  async send<Read>(call: ChangingCall, read: (answer: Field) => Read): Promise<Read> {
    const { key, ...rest } = call
    const answer = await this.#client.call({ ...rest, headers: { 'idempotency-key': key } })
    return readAnswer(`${call.method} ${pathOnly(call.path)}`, answer, read)
  }

  /** One page of a list: what is on it, and the cursor of the next one. */
  async page<Item>(path: string, query: Query, read: (item: Field) => Item): Promise<Page<Item>> {
    return await this.get(pathWith(path, { ...query, limit: String(PAGE_SIZE) }), (answer) => ({
      items: answer.get('data').list().map(read),
      next: answer.get('next_cursor').optional()?.text(),
    }))
  }

  /** All pages of a list that should be short. The limit keeps a longer list from being read to its end by mistake. */
  async all<Item>(path: string, query: Query, maxPages: number, read: (item: Field) => Item): Promise<Item[]> {
    const items: Item[] = []
    let cursor: string | undefined
    for (let count = 0; count < maxPages; count++) {
      const page = await this.page(path, { ...query, cursor }, read)
      items.push(...page.items)
      if (page.next === undefined) return items
      cursor = page.next
    }
    throw new ProcessorSilent(`GET ${path}: more than ${maxPages} pages`)
  }
}

export type ChangingCall = Pick<Call, 'json' | 'timeoutMs'> & {
  method: 'POST' | 'PATCH'
  path: string
  key: string
}
export type Query = Record<string, string | undefined>
export type Page<Item> = { items: Item[]; next: string | undefined }

/** For reads, a refusal is treated like no answer: ask again later. */
export async function silentIfRefused<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProcessorRefused) throw new ProcessorSilent(error.message, { cause: error })
    throw error
  }
}

function pathWith(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${path}?${new URLSearchParams(given)}`
}

function pathOnly(path: string): string {
  return path.split('?', 1)[0]!
}

/** Their errors are `{type, title, detail, status}`. */
function messageOf(body: unknown): string | undefined {
  const { detail, title } = (body ?? {}) as { detail?: unknown; title?: unknown }
  const texts = [detail, title].filter((text) => typeof text === 'string')
  return texts.find((text) => text !== '')
}

/** Increase also answers 409 when the operation is impossible, and waiting would not help. */
function isInvalidOperation(body: unknown): boolean {
  return ((body ?? {}) as { type?: unknown }).type === 'invalid_operation_error'
}
