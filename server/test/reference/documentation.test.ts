// The pages at /docs as they are served: their content, the targets of their links, their security headers and their
// size.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { createApiKey } from '../../src/accounts/api-keys.ts'
import { errorIds } from '../../src/errors.ts'
import { eventTypeNames } from '../../src/events/event-types.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { createSite } from '../../src/reference/pages/site.ts'
import { routes } from '../../src/routes.ts'
import { type Answer, startTestService } from '../harness.ts'
import { accountOf, growStale, join } from '../people.ts'
import { filesIn, textOf } from '../repository/repository-files.ts'

const SANDBOX_KEY = 'sk_test_documentation0123456789'
const service = await startTestService({ CARDWRIGHT_SANDBOX_KEY: SANDBOX_KEY })
const { paths } = createSite(openApiDocument())

/** The first page with everything that it loads, compressed. It was 4.5 MB once. */
const MAX_FIRST_PAGE_BYTES = 50_000
const MAX_PAGE_BYTES = 60_000

async function bytesOf(path: string): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      assert.equal(response.headers['content-encoding'], 'br', path)
      response.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    })
    asked.on('error', reject).end()
  })
}

const pages = new Map<string, { headers: Headers; text: string }>()
for (const path of paths) {
  const response = await fetch(service.url + path)
  assert.equal(response.status, 200, path)
  pages.set(path, { headers: response.headers, text: await response.text() })
}

test('no page contains an inline script or style, and its policy would allow none', () => {
  for (const [path, { headers, text }] of pages) {
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/, path)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/, path)
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style| style="| on\w+="/, path)
    for (const [, source] of text.matchAll(/<(?:script|img|link)[^>]*? (?:src|href)="([^"]+)"/g))
      assert.match(source!, /^\/docs\//, `${path} loads ${source}`)
  }
})

test('every link in the documentation leads to a page, and every anchor to an element on it', () => {
  const faults: string[] = []
  for (const [path, { text }] of pages) {
    const content = text.slice(text.indexOf('<nav'))
    for (const [, href] of content.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^(https?:|mailto:|\/$|\/openapi\.json$)/.test(href!)) continue
      const [target, anchor] = href!.split('#')
      const page = pages.get(target || path)
      if (!page) faults.push(`${path}: ${href}`)
      else if (anchor && !page.text.includes(` id="${anchor}"`)) faults.push(`${path}: ${href}`)
    }
  }
  assert.deepEqual(faults, [])
})

test('every id is unique on its page', () => {
  for (const [path, { text }] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      path,
    )
  }
})

test('every operation is shown with its permissions, samples, fields, a response and its errors', () => {
  const all = [...pages.values()].map(({ text }) => text).join('\n')
  for (const { operationId, scope, body, errors = [] } of routes) {
    const article = new RegExp(`<article class="operation" id="${operationId}".*?</article>`, 's').exec(all)?.[0]
    assert.ok(article, operationId)
    if (scope) assert.match(article, new RegExp(`scope <code>${scope}</code>`), operationId)
    for (const label of ['curl', 'Node.js', 'Python', 'Go', '>People<', '<h3>Answer'])
      assert.ok(article.includes(label), `${operationId}: ${label}`)
    for (const field of Object.keys((body as { properties?: object } | undefined)?.properties ?? {}))
      assert.ok(article.includes(`<code class="name">${field}</code>`), `${operationId}: ${field}`)
    for (const error of errors) assert.ok(article.includes(`/docs/errors#${error}"`), `${operationId}: ${error}`)
    assert.doesNotMatch(article, /&quot;string&quot;/, operationId)
  }
})

test('fields are shown with their types, limits and meaning', () => {
  const { text } = pages.get('/docs/api/cards')!
  const item = /<li><div class="field"><code class="name">amount<\/code>.*?<\/li>/s.exec(text)![0]
  assert.match(item, /<span class="type">number<\/span> <span class="needed">required<\/span>/)
  assert.match(item, /<span class="limit">from 1 to 5000<\/span>/)
  assert.match(item, /USD, from 1\.00 to 5,000\.00\./)
})

test('the catalogue has every event with its payload, and the list has every error', () => {
  const events = pages.get('/docs/events')!.text
  for (const type of eventTypeNames)
    assert.match(
      events,
      new RegExp(
        `id="${type}".*?<span class="t-key">&quot;type&quot;</span>: <span class="t-string">&quot;${type}&quot;`,
        's',
      ),
    )
  for (const id of errorIds) assert.ok(pages.get('/docs/errors')!.text.includes(`<div id="${id}">`), id)
})

test('every guide has a page that shows its code', () => {
  for (const file of filesIn('docs/guides', /\.md$/)) {
    const page = pages.get(`/${file.replace(/\.md$/, '')}`)
    assert.ok(page, file)
    if (textOf(file).includes('```')) assert.match(page.text, /<pre tabindex="0"><code>/, file)
  }
})

test('the first page and the files that it loads remain below their size limits', async (t) => {
  const { text } = pages.get('/docs')!
  const loaded = [...text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  const sizes = await Promise.all(['/docs', ...new Set(loaded)].map(async (path) => (await bytesOf(path)).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.diagnostic(`${sizes.length} files, ${total} bytes`)
  assert.ok(total <= MAX_FIRST_PAGE_BYTES, `${total} bytes`)
  for (const path of paths) {
    const bytes = await bytesOf(path)
    assert.ok(bytes.length <= MAX_PAGE_BYTES, `${path}: ${bytes.length} bytes`)
    assert.equal(brotliDecompressSync(bytes).toString(), pages.get(path)!.text)
  }
})

test('a file with a hash in its name is cached, and an unchanged page is not sent again', async () => {
  const { text, headers } = pages.get('/docs')!
  const [style] = /\/docs\/assets\/docs-[0-9a-f]+\.css/.exec(text)!
  assert.match((await fetch(service.url + style)).headers.get('cache-control')!, /immutable/)
  const again = await fetch(`${service.url}/docs`, { headers: { 'if-none-match': headers.get('etag')! } })
  assert.equal(again.status, 304)
})

test('an unknown page returns 404, as a page for people and as an error for programs', async () => {
  for (const path of [
    '/docs/none',
    '/docs/guides/none',
    '/docs/screenshots/none.png',
    '/docs/screenshots/..%2Fglossary.md',
  ]) {
    const page = await fetch(service.url + path, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 404, path)
    const answer = await fetch(service.url + path, { headers: { accept: 'application/json' } })
    assert.equal(answer.status, 404, path)
    assert.equal(((await answer.json()) as Answer['body']).error, 'not_found', path)
  }
  const missing = await fetch(`${service.url}/docs/none`, { headers: { accept: 'text/html' } })
  assert.match(await missing.text(), /<h1>No such page<\/h1>/)
})

test('the documentation has the theme setting and the icon of the dashboard', () => {
  for (const name of ['theme.js', 'icon.svg'])
    assert.equal(
      textOf(`server/src/reference/assets/${name}`),
      readFileSync(new URL(`../../../dashboard/public/${name}`, import.meta.url), 'utf8'),
      name,
    )
})

test('the configured sandbox key is shown only to people of its own workspace who could create one', async () => {
  const account = await accountOf(service, (await service.workspace()).key)
  const stranger = await join(service, account, 'owner')
  assert.deepEqual((await stranger.get('/dashboard/sandbox-key')).body, { key: null })

  const own = await accountOf(service, (await service.workspace()).key)
  const key = { accountId: own, environment: 'sandbox' as const, name: 'First key', key: SANDBOX_KEY, now: new Date() }
  await service.services.database.transaction((tx) => createApiKey(tx, key))
  const developer = await join(service, own, 'developer')
  assert.deepEqual((await developer.get('/dashboard/sandbox-key')).body, { key: SANDBOX_KEY })
  assert.equal((await developer.in('production').get('/dashboard/sandbox-key')).status, 403)
  const owner = await join(service, own, 'owner')
  assert.deepEqual((await owner.in('production').get('/dashboard/sandbox-key')).body, { key: null })
  assert.equal((await (await join(service, own, 'viewer')).get('/dashboard/sandbox-key')).status, 403)
  await growStale(service, developer)
  assert.equal((await developer.get('/dashboard/sandbox-key')).body.error, 'reauthentication_required')
  assert.equal((await fetch(`${service.url}/dashboard/sandbox-key`)).status, 401)
  for (const [path, { text }] of pages) assert.ok(!text.includes(SANDBOX_KEY), path)
})
