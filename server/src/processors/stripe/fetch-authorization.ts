// Reads an authorization by its id, to compare what it holds with our books.

import type { Field } from '../fields.ts'
import type { Report } from '../inbound.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { isText, listOf } from './read-objects.ts'
import { readAuthorization } from './read-reports.ts'
import { get } from './stripe-api.ts'

export async function fetchAuthorization(client: ProcessorClient, id: string): Promise<Report> {
  return await get(client, `/v1/issuing/authorizations/${encodeURIComponent(id)}`, {}, (authorization) =>
    readAuthorization(authorization, lastChangeOf(authorization)),
  )
}

/**
 * The object has no time of its last change, so the newest time in it counts. An event about the same state is never older, so
 * what we know already is not taken for new.
 */
function lastChangeOf(authorization: Field): bigint {
  const lists = ['request_history', 'transactions', 'balance_transactions'].flatMap((name) =>
    listOf(authorization.get(name)),
  )
  const times = [authorization, ...lists.filter((each) => !isText(each))].map(
    (each) => each.get('created').optional()?.cents() ?? 0n,
  )
  return times.reduce((newest, time) => (time > newest ? time : newest), 0n)
}
