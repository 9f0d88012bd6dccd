import Type from 'typebox'
import { read } from '../http/route.ts'
import { findWebhook, presentWebhook, selectWebhooks, Webhook, WebhookParams } from './webhook.ts'

export const listWebhooks = read({
  method: 'GET',
  url: '/webhooks',
  operationId: 'listWebhooks',
  scope: 'webhooks:read',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'List webhook endpoints',
  description: 'Lists all endpoints, newest first, without their secrets.',
  reply: { 200: Type.Object({ data: Type.Array(Webhook) }) },
  async read({ sql, workspace }) {
    return { data: (await selectWebhooks(sql, workspace)).map(presentWebhook) }
  },
})

export const getWebhook = read({
  method: 'GET',
  url: '/webhooks/:webhook_id',
  operationId: 'getWebhook',
  scope: 'webhooks:read',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'Get a webhook endpoint',
  params: WebhookParams,
  reply: { 200: Webhook },
  errors: ['webhook_not_found'],
  async read({ sql, workspace, params }) {
    return presentWebhook(await findWebhook(sql, workspace, params.webhook_id))
  },
})
