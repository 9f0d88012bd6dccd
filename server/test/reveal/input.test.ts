// The input of a reveal session: which site may embed the page, and how it looks. Accepted values are written into a
// header and a style sheet, so no value may have another meaning there.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { loaders } from '../../src/reveal/loaders.ts'
import { assertError, newCard } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { getPage, guide, newSession, ORIGIN, openPage } from './reveal-page.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(1_000)
const card = (await newCard(api)).id as string
const make = (body: object, by: Api = api) => by.post(`/cards/${card}/reveal-sessions`, body)

test('an origin with https is accepted, and a loopback origin in the sandbox', async () => {
  for (const origin of [
    'https://shop.example.com',
    'https://shop.example.com:8443',
    'https://localhost',
    'https://192.0.2.7',
    'https://xn--bcher-kva.example',
    'http://localhost',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.0.0.1:5173',
  ])
    assert.equal((await make({ origin })).status, 201, origin)
})

test('any other origin is rejected with the name of the field', async () => {
  for (const origin of [
    '',
    'shop.example.com',
    'http://shop.example.com',
    'http://127.0.0.2',
    'http://localhost.example.com',
    'http://[::1]',
    'https://shop.example.com/',
    'https://shop.example.com/pay',
    'https://shop.example.com?x',
    'https://shop.example.com#x',
    'https://user@shop.example.com',
    'https://SHOP.example.com',
    'https://shop.example.com:443',
    'https://shop.example.com:99999',
    'https://bücher.example',
    'https://*.example.com',
    'https://*',
    'https://a;sandbox',
    "https://a;script-src'unsafe-inline'",
    'https://a b',
    'https://a,https://b',
    'https://a\nhttps://b',
    'null',
    '*',
    "'self'",
    'data:text/html,x',
    'chrome-extension://abc',
    `https://${'a'.repeat(290)}.com`,
  ])
    assertError(await make({ origin }), 400, 'invalid_request', 'origin')
  for (const origin of [undefined, null, 1, ['https://a'], {}])
    assertError(await make({ origin }), 400, 'invalid_request', 'origin')
  assertError(await make({ origin: ORIGIN, ttl: 60 }), 400, 'invalid_request', 'ttl')
})

test('production accepts only https origins', async () => {
  const live = await service.workspace('production')
  // The origin is checked with the rest of the input, before the card is looked up.
  for (const origin of ['http://localhost', 'http://localhost:3000', 'http://127.0.0.1'])
    assertError(await make({ origin }, live), 400, 'invalid_request', 'origin')
  assertError(await make({ origin: ORIGIN }, live), 404, 'card_not_found')
})

test('a person can use the current dashboard as the parent, also in production and without https', async () => {
  const owner = await join(service, await accountOf(service, api.key), 'owner')
  const live = owner.in('production')
  const ask = (origin: string) => live.post(`/v1/cards/${card}/reveal-sessions`, { origin })
  assertError(await ask(service.url), 404, 'card_not_found')
  assertError(await ask('http://127.0.0.1:1'), 400, 'invalid_request', 'origin')
})

test('the URL of a session starts with the public URL, or with the host of the request', async () => {
  const url = 'https://cards.example.com/issuing'
  const published = await startTestService({ CARDWRIGHT_PUBLIC_URL: url }, { on: service.connection })
  const through = published.api(api.key)
  assert.ok(
    (await newSession(through, card)).url.startsWith(`${url}/reveal/rev_`),
    `the URL does not start with ${url}`,
  )
  const behind = await startTestService({ TRUST_PROXY: '1' }, { on: service.connection })
  const forwarded = {
    'x-forwarded-host': 'pay.example.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '192.0.2.7',
  }
  const made = await behind.api(api.key).post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN }, forwarded)
  assert.ok(made.body.url.startsWith('https://pay.example.com/reveal/rev_'), made.body.url)
})

test('in production the URL of a session is never built from a request header', async () => {
  const behind = await startTestService({ TRUST_PROXY: '1' }, { on: service.connection })
  const live = behind.api((await service.workspace('production')).key)
  const ask = (headers: Record<string, string>) =>
    live.post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN }, headers)
  const from = (host: string) => ({ 'x-forwarded-host': host, 'x-forwarded-for': '192.0.2.7' })
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.9:8080']) {
    const refused = await ask(from(host))
    assertError(refused, 400, 'invalid_state')
    assert.match(refused.body.message, /CARDWRIGHT_PUBLIC_URL/)
  }
  // A value that is not a host is rejected before anything else, in the sandbox too.
  for (const host of ['evil.example/path', 'evil.example#', 'user@evil.example', 'a b'])
    assertError(await ask(from(host)), 400, 'invalid_request', 'Host')
  assertError(await ask({}), 404, 'card_not_found')
  const published = await startTestService(
    { CARDWRIGHT_PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: '1' },
    { on: service.connection },
  )
  const told = published.api(live.key)
  assertError(
    await told.post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN }, from('evil.example')),
    404,
    'card_not_found',
  )
  const { url } = (
    await published.api(api.key).post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN }, from('evil.example'))
  ).body
  assert.ok(url.startsWith('https://cards.example.com/reveal/'), url)
})

test('the loader has the hash that the guide names, because pages pin it permanently', async () => {
  assert.deepEqual(
    loaders.map(({ name }) => name),
    ['v1/reveal.js'],
  )
  for (const { name, integrity } of loaders) {
    const response = await fetch(`${service.url}/reveal/${name}`)
    const hash = createHash('sha384')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('base64')
    assert.equal(`sha384-${hash}`, integrity)
    assert.equal(
      guide.split(integrity).length - 1,
      2,
      `docs/guides/reveal.md must name ${integrity} in its table and its example`,
    )
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.match(response.headers.get('content-type')!, /^text\/javascript/)
  }
})

test('a theme accepts colours, sizes and words from a list', async () => {
  const theme = {
    color_scheme: 'dark',
    background: '#000',
    text: '#FFFFFF',
    label: '#aaaaaaff',
    border: '#333333',
    button: '#222222',
    button_text: '#ffffff',
    font_family: 'mono',
    font_size: 18,
    radius: 0,
    padding: 12,
    timer: false,
  }
  const session = await newSession(api, card, { theme })
  const { html } = await getPage(session)
  for (const part of ['color-scheme: dark;', '--background: #000;', '--font-size: 18px;', '--radius: 0px;'])
    assert.ok(html.includes(part), part)
  assert.match(html, /data-timer="off"/)
  assert.match((await openPage(session)).html, /--label: #aaaaaaff;/)
})

test('any other value in a theme is rejected with the name of its field', async () => {
  for (const [name, value] of [
    ['background', 'red'],
    ['background', '#12345'],
    ['text', '#000;} body{display:none'],
    ['text', 'url(https://evil.example)'],
    ['label', '</style><script>'],
    ['border', '#000\n'],
    ['font_family', 'Comic Sans MS'],
    ['font_family', 'system; x'],
    ['color_scheme', 'sepia'],
    ['font_size', 11],
    ['font_size', 25],
    ['font_size', 14.5],
    ['font_size', '14'],
    ['radius', -1],
    ['radius', 25],
    ['padding', 33],
    ['timer', 'no'],
    ['css', 'body{}'],
  ] as const)
    assertError(await make({ origin: ORIGIN, theme: { [name]: value } }), 400, 'invalid_request', `theme.${name}`)
  for (const theme of ['dark', null, []])
    assertError(await make({ origin: ORIGIN, theme }), 400, 'invalid_request', 'theme')
})

test('no accepted value changes the structure of the policy or the style sheet', async () => {
  const hostile = fc.constantFrom(';', "'", '"', ',', ' ', '*', '{', '}', '<', '/', '\\', '(', ':', '-', '.', 'a', '0')
  const texts = fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join(''))
  const colours = fc.oneof(texts, fc.stringMatching(/^#[0-9a-f;}]{3,8}$/))
  await fc.assert(
    fc.asyncProperty(texts, colours, async (host, text) => {
      const { status, body } = await make({ origin: `https://${host}`, theme: { text } })
      if (status === 400) return
      assert.equal(status, 201)
      const { html, headers } = await getPage(body)
      const policy = headers.get('content-security-policy')!.split('; ')
      assert.equal(policy.length, 7)
      assert.equal(policy[5], `frame-ancestors https://${host}`)
      assert.match(html, /:root \{ --text: #[0-9A-Fa-f]{3,8}; \}<\/style>/)
    }),
    { numRuns: 150 },
  )
})

test('every response forbids inline scripts and styles, caching, and sending a referrer', async () => {
  const session = await newSession(api, card)
  for (const page of [await getPage(session), await openPage(session), await openPage(session)]) {
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[\w+/]+={0,2}'; style-src 'sha256-[\w+/]+={0,2}'; /)
    assert.match(policy, /; frame-ancestors https:\/\/shop\.example\.com; sandbox allow-scripts allow-forms$/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(page.headers.get('x-frame-options'), null)
    assert.equal(page.headers.get('set-cookie'), null)
    assert.equal(page.headers.get('access-control-allow-origin'), null)
  }
})
