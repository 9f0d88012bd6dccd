// A webhook receiver on Fastify.   WEBHOOK_SECRET=whsec_… node webhooks-fastify.mjs

import { WebhookVerificationError, webhooks } from '@cardwright/sdk'
import Fastify from 'fastify'

const app = Fastify()

// The signature covers the bytes that were sent, so the body stays a buffer and is not parsed here.
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/', async (request, reply) => {
  const event = await webhooks.verify(request.body, request.headers, process.env.WEBHOOK_SECRET)
  console.log(`${event.sequence} ${event.type} ${event.id}`) // your code: store it by its id, and answer at once
  return reply.code(204).send()
})

app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof WebhookVerificationError)) throw error
  return reply.code(400).send(error.code)
})

console.log(`listening on ${await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })}`)
