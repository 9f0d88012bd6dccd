// A webhook receiver on Express.   WEBHOOK_SECRET=whsec_… node webhooks-express.mjs

import { WebhookVerificationError, webhooks } from '@cardwright/sdk'
import express from 'express'

const app = express()

// The signature covers the bytes that were sent, so use express.raw and not express.json.
app.post('/', express.raw({ type: 'application/json' }), async (request, response) => {
  const event = await webhooks.verify(request.body, request.headers, process.env.WEBHOOK_SECRET)
  console.log(`${event.sequence} ${event.type} ${event.id}`) // your code: store it by its id, and answer at once
  response.status(204).end()
})

app.use((error, _request, response, next) => {
  if (!(error instanceof WebhookVerificationError)) return next(error)
  response.status(400).send(error.code)
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
