// A decision hook:  HOOK_SECRET='whsec_…' node decide.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const MAX_BYTES = 1024 * 1024
const TOLERANCE_SECONDS = 300
const MAX_KEPT = 10_000
const MAX_AMOUNT = Number(process.env.MAX_AMOUNT ?? 50)

/** Of yours: what a card may do. Be quick, a merchant is waiting. */
function decide({ amount, merchant }) {
  if (amount <= MAX_AMOUNT) return { approved: true }
  return { approved: false, reason: `${merchant.name} asks for more than ${MAX_AMOUNT}` }
}

/** Standard Webhooks: the id and the time are signed too, so that a recorded question is refused when it is old. */
function isFromCardwright(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return false // also when it is missing, or no number
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isEqual(signature, `v1,${digest}`))
}

/** In constant time: how long it takes says nothing of where they differ. */
function isEqual(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const secret = process.env.HOOK_SECRET
if (!secret?.startsWith('whsec_')) throw new Error('set HOOK_SECRET to the secret that the hook was made with')
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const answers = new Map() // of yours: a table. A question that comes again, under the same id, gets the same answer

function answer(headers, body) {
  if (!isFromCardwright(headers, body)) return undefined
  const { id, data } = JSON.parse(body) // only now: until here nobody knows who wrote it
  if (!answers.has(id)) {
    if (answers.size >= MAX_KEPT) answers.delete(answers.keys().next().value)
    answers.set(id, JSON.stringify(decide(data)))
    console.log(`${id} ${data.amount} ${answers.get(id)}`)
  }
  return answers.get(id)
}

const server = createServer((request, response) => {
  const chunks = []
  let bytes = 0
  request.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) request.destroy()
    chunks.push(chunk)
  })
  request.on('end', () => {
    const text = answer(request.headers, Buffer.concat(chunks))
    if (text === undefined) response.writeHead(401).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
})
server.keepAliveTimeout = 60_000 // connections are kept: a new one costs time that the merchant waits
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
