import Type from 'typebox'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import { byId } from '../http/cursor.ts'
import {
  countCapped,
  cutPage,
  exact,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
  type Total,
} from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import {
  Delivery,
  DeliveryStatus,
  type DeliveryStatusName,
  deliveryColumns,
  deliveryStatusNames,
  presentDelivery,
  readDelivery,
} from './deliveries.ts'
import { findWebhook, WebhookParams, type WebhookRow } from './webhook.ts'

const list: PagedList<{ id: Uuid }> = { name: 'deliveries', size: 50, position: byId }

export const listDeliveries = read({
  method: 'GET',
  url: '/webhooks/:webhook_id/deliveries',
  operationId: 'listDeliveries',
  scope: 'webhooks:read',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'List the deliveries of an endpoint',
  description: 'Lists deliveries, newest first, each with the response to its last attempt. They are kept for 30 days.',
  params: WebhookParams,
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...deliveryStatusNames] })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(Delivery) },
  errors: ['webhook_not_found'],
  async read({ workspace, params, query, services }) {
    // Uses connections that always read by index. The size and position of the page are parameters, for which the
    // planner would assume a tenth of all rows.
    const sql = services.database.readByKey
    const place = pageWindowOf(list, query, params.webhook_id)
    const webhook = await findWebhook(sql, workspace, params.webhook_id)
    const status = query.status as DeliveryStatusName | undefined
    const matching = fragment`d.bucket = ${webhook.bucket} and d.webhook_id = ${webhook.id} ${status === undefined ? fragment`` : fragment`and d.status = ${integerLiteral(DeliveryStatus[status])}`}`
    const total =
      status === undefined
        ? await totalOf(sql, webhook)
        : await countCapped(sql, fragment`from webhook_deliveries d where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectDeliveries(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    return { data: rows.map((row) => presentDelivery(workspace, row)), pagination: pageInfo(place, total, next) }
  },
})

function selectDeliveries(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<{ id: Uuid }>) {
  return sql.readBy(readDelivery)`
    select ${deliveryColumns} from webhook_deliveries d where ${matching}
    ${after === undefined ? fragment`` : fragment`and d.id < ${after.id}`}
    order by d.id desc limit ${limit} offset ${offset}`
}

/** Deliveries are numbered, so the number of the oldest one tells how many there are. */
async function totalOf(sql: Sql, { bucket, id, delivery_count }: WebhookRow): Promise<Total> {
  const [oldest] = await sql<{ number: bigint }[]>`
    select d.number from webhook_deliveries d where d.bucket = ${bucket} and d.webhook_id = ${id} order by d.id limit 1`
  return exact(oldest ? delivery_count - oldest.number + 1n : 0n)
}
