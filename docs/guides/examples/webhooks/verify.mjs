// A receiver of Cardwright webhooks:  WEBHOOK_SECRET='whsec_…' node verify.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const MAX_BYTES = 1024 * 1024
const TOLERANCE_SECONDS = 300

/** The plain scheme: HMAC-SHA256 of the body in hex. For a day after a rotation the old secret signs a second header. */
function verifyPlain(secret, headers, body) {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  const given = [headers['x-webhook-signature'], headers['x-webhook-signature-previous']]
  return given.some((signature) => isEqual(signature, expected))
}

/** Standard Webhooks: signs the id and the time too, so that a recorded request is refused when it is old. */
function verifyStandard(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return false // also when it is missing, or no number
  const digest = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isEqual(signature, `v1,${digest}`))
}

/** The key of Standard Webhooks: what `whsec_` holds when that is base64 of 24 to 64 bytes, else the secret as it is. */
function standardKey(secret) {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? ''
  const key = Buffer.from(encoded.length % 4 === 0 ? encoded : '', 'base64')
  return key.length >= 24 && key.length <= 64 ? key : secret
}

/** In constant time: how long it takes says nothing of where they differ. */
function isEqual(given, expected) {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const secret = process.env.WEBHOOK_SECRET
if (!secret) throw new Error('set WEBHOOK_SECRET')
// The plain scheme says nothing of the time: it is a choice, and never what a request without the other headers gets.
const verify = process.env.WEBHOOK_SCHEME === 'plain' ? verifyPlain : verifyStandard
const seen = new Set() // of yours: a table with the event's id as its key

function receive(headers, body) {
  if (!verify(secret, headers, body)) return 401
  const event = JSON.parse(body) // only now: until here nobody knows who wrote it
  if (!seen.has(event.id)) {
    seen.add(event.id)
    console.log(`${event.sequence} ${event.type} ${event.id}`) // of yours: keep it, and work on it after the answer
  }
  return 204
}

const server = createServer((request, response) => {
  const chunks = []
  let bytes = 0
  request.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) request.destroy()
    chunks.push(chunk)
  })
  request.on('end', () => response.writeHead(receive(request.headers, Buffer.concat(chunks))).end())
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
