import Type from 'typebox'
import { fragment, integerLiteral, type Sql } from '../database/database.ts'
import { countCapped, exact, pageInfo, type Total, window } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { Page, PageInfo, PerPage, Strict } from '../http/schemas.ts'
import {
  Delivery,
  type DeliveryRow,
  DeliveryStatus,
  type DeliveryStatusName,
  deliveryColumns,
  deliveryStatusNames,
  presentDelivery,
} from './deliveries.ts'
import { findWebhook, WebhookParams, type WebhookRow } from './webhook.ts'

export const listDeliveries = read({
  method: 'GET',
  url: '/webhooks/:webhook_id/deliveries',
  operationId: 'listDeliveries',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'List the deliveries of an endpoint',
  description: 'Newest first, each with the answer to its last attempt. Kept for 30 days.',
  params: WebhookParams,
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...deliveryStatusNames] })),
    page: Page,
    per_page: PerPage(50),
  }),
  reply: { 200: Type.Object({ data: Type.Array(Delivery), pagination: PageInfo }) },
  errors: ['webhook_not_found'],
  async read({ workspace, params, query, services }) {
    // By index whatever the planner thinks of the page: its size and place are parameters, which it takes for a tenth of all.
    const sql = services.database.readByKey
    const webhook = await findWebhook(sql, workspace, params.webhook_id)
    const page = window(query, 50)
    const status = query.status as DeliveryStatusName | undefined
    const matching = fragment`d.bucket = ${webhook.bucket} and d.webhook_id = ${webhook.id} ${status === undefined ? fragment`` : fragment`and d.status = ${integerLiteral(DeliveryStatus[status])}`}`
    const total =
      status === undefined
        ? await totalOf(sql, webhook)
        : await countCapped(sql, fragment`from webhook_deliveries d where ${matching}`)
    const isPastEnd = !total.capped && page.offset >= total.total
    const rows = isPastEnd
      ? []
      : await sql<DeliveryRow[]>`
          select ${deliveryColumns} from webhook_deliveries d where ${matching}
          order by d.id desc limit ${page.per_page} offset ${page.offset}`
    return { data: rows.map((row) => presentDelivery(workspace, row)), pagination: pageInfo(page, total) }
  },
})

// A status is written into the statement, not bound to it: the planner then knows how rare it is.

/** Deliveries are numbered, so the oldest that is kept tells how many there are. */
async function totalOf(sql: Sql, { bucket, id, delivery_count }: WebhookRow): Promise<Total> {
  const [oldest] = await sql<{ number: bigint }[]>`
    select d.number from webhook_deliveries d where d.bucket = ${bucket} and d.webhook_id = ${id} order by d.id limit 1`
  return exact(oldest ? delivery_count - oldest.number + 1n : 0n)
}
