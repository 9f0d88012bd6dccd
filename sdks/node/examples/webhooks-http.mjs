// A webhook receiver on node:http.   WEBHOOK_SECRET=whsec_… node webhooks-http.mjs

import { createServer } from 'node:http'
import { WebhookVerificationError, webhooks } from '@cardwright/sdk'

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = await webhooks.verify(Buffer.concat(chunks), request.headers, process.env.WEBHOOK_SECRET)
    console.log(`${event.sequence} ${event.type} ${event.id}`) // your code: store it by its id, and answer at once
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.writeHead(400).end(error.code)
  }
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
