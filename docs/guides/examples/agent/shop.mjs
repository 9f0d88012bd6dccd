// A shop for the example: it sells one book. Like any shop it asks its acquirer for the money, and here the acquirer is the
// sandbox. SHOP_KEY is a key with the scopes sandbox:write and cards:read.

import { createServer } from 'node:http'

const { CARDWRIGHT_BASE_URL, SHOP_KEY, PORT = '0' } = process.env
const NAME = 'Acme Books'
const PRICE = 24.99
const MAX_FORM = 4096
/** Purchases that wait for a passcode, by the id of the challenge. A real shop keeps no card. */
const waiting = new Map()

async function acquirer(method, path, body) {
  const response = await fetch(`${CARDWRIGHT_BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${SHOP_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { ok: response.ok, body: await response.json() }
}

const page = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${NAME}</title><main><h1>${NAME}</h1>${body}</main></html>`
const form = page(`<form method="post" action="/pay">
  <p><label>Card number <input name="number" autocomplete="cc-number" inputmode="numeric"></label>
  <p><label>Expiry <input name="expiry" autocomplete="cc-exp" placeholder="MM/YY"></label>
  <p><label>CVV <input name="cvv" autocomplete="cc-csc" inputmode="numeric"></label>
  <p><label>Name on the card <input name="name" autocomplete="cc-name"></label>
  <p><button type="submit">Pay $${PRICE}</button></form>`)
const bank = (id) =>
  page(`<form method="post" action="/bank"><p>Your bank has sent you a passcode.
  <input type="hidden" name="challenge" value="${id}">
  <p><label>Passcode <input name="passcode" autocomplete="one-time-code"></label>
  <p><button type="submit">Confirm</button></form>`)
const thanks = page('<p role="status">Thank you. The manual is on its way.</p>')
const declined = page('<p role="status">Your card was declined.</p>')

/** The bank of the card asks its holder for a passcode first. */
async function takeCard({ number, expiry, cvv }) {
  const pan = number.replace(/\D/g, '')
  const [month, year] = expiry.split('/').map(Number)
  const { body } = await acquirer('GET', '/cards?status=active&per_page=100')
  const card = body.data.find(({ last4 }) => last4 === pan.slice(-4))
  if (!card) return declined
  const challenge = await acquirer('POST', '/sandbox/3ds', { card_id: card.id, merchant: NAME, amount: PRICE })
  if (!challenge.ok) return declined
  waiting.set(challenge.body.id, { pan, cvv, exp_month: month, exp_year: 2000 + year })
  return bank(challenge.body.id)
}

async function takePasscode({ challenge, passcode }) {
  const card = waiting.get(challenge)
  if (!card) return declined
  const verified = await acquirer('POST', `/sandbox/3ds/${encodeURIComponent(challenge)}/verify`, { otp: passcode })
  if (!verified.ok) return bank(challenge)
  waiting.delete(challenge)
  const asked = {
    ...card,
    amount: PRICE,
    merchant: { name: NAME, mcc: '5942', country: 'US' },
    three_ds_challenge_id: challenge,
  }
  const { body } = await acquirer('POST', '/sandbox/authorizations', asked)
  return body.approved ? thanks : declined
}

async function formOf(request) {
  let text = ''
  for await (const piece of request) {
    text += piece
    if (text.length > MAX_FORM) throw new Error('too long')
  }
  return Object.fromEntries(new URLSearchParams(text))
}

async function answer(request) {
  if (request.url === '/offer') return { item: 'The manual', total: PRICE.toFixed(2), merchant: NAME, pay_page: '/pay' }
  if (request.method === 'POST' && request.url === '/pay') return takeCard(await formOf(request))
  if (request.method === 'POST' && request.url === '/bank') return takePasscode(await formOf(request))
  return form
}

const server = createServer(async (request, response) => {
  try {
    const said = await answer(request)
    const isPage = typeof said === 'string'
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
    response.end(isPage ? said : JSON.stringify(said))
  } catch {
    response.writeHead(500).end('This did not work.')
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
