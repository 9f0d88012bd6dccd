// The reveal page inside a customer's page: what it shows, to whom, and what the customer's page can learn.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { parseId } from '../../server/src/ids.ts'
import { startTestService } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'
import { createCard } from './make-card.ts'
import { frameIn, framing, heardBy, makeSession, ParentSite, toldTo } from './parent-page.ts'

const browser = await launchBrowser()
after(() => browser.close())
const service = await startTestService()
const api = await service.fundedWorkspace()
const card = await createCard(api, { label: 'Shown' })
const { body: details } = await api.get(`/cards/${card.id}/details`)
const spaced: string = details.pan.replace(/(.{4})(?=.)/g, '$1 ')
const newSession = (origin: string, body: object = {}) => makeSession(api, card.id, { origin, ...body })
const site = await ParentSite.open(newSession)
const elsewhere = await ParentSite.open(newSession)
const guide = readFileSync(new URL('../../docs/guides/reveal.md', import.meta.url), 'utf8')

async function isUsed({ id }: { id: string }): Promise<boolean> {
  const { bucket, uuid } = parseId('reveal_session', id)!
  const [row] = await service.services.database.read<{ used: boolean }[]>`
    select opened_at is not null as used from reveal_sessions where bucket = ${bucket} and id = ${uuid}`
  return row!.used
}

/** The content of the page and of all its frames, as far as the browser lets us read them. */
async function everythingIn(page: Page): Promise<string> {
  const texts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')))
  return texts.join('\n')
}

async function assertShowsNothing(page: Page): Promise<void> {
  const text = await everythingIn(page)
  for (const secret of [details.pan, spaced, `>${details.cvv}<`, 'data-number'])
    assert.ok(!text.includes(secret), `the page's text holds ${secret}`)
}

test("the guide's example shows the card, and the page around it cannot read a digit", async () => {
  const html = /```html\n(.+?)\n```/s.exec(guide)![1]!.replaceAll('https://cards.example.com', service.url)
  const page = await site.show(browser, html)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
  })
  await page.getByRole('button', { name: 'Show the card' }).click()
  const frame = frameIn(page)
  await frame.getByText(spaced).waitFor()
  await frame.getByText(details.cvv, { exact: true }).waitFor()
  await frame.getByRole('button', { name: 'Copy CVV' }).click()
  await frame.getByText('Copied CVV').waitFor({ state: 'attached' })
  const read = await page.evaluate(readAsParent)
  assert.deepEqual(read.refused, ['document', 'location', 'body', 'getSelection', 'frame of a frame'])
  const learned = read.text + (await heardBy(page)).join()
  for (const secret of [details.pan, spaced])
    assert.ok(!learned.includes(secret), `the parent page has learned ${secret}`)
  // Three digits can occur in addresses, hashes and timings by chance. Apart from those, the CVV appears nowhere, and
  // the visible text has no digits.
  assert.doesNotMatch(read.words, new RegExp(`(?<!\\d)${details.cvv}(?!\\d)`))
  assert.doesNotMatch(read.shown, /\d/)
  assert.deepEqual(
    (await heardBy(page)).map((text) => JSON.parse(text)),
    ['ready', 'copied'].map((type) => ({ source: 'cardwright-reveal', type })),
  )
  await page.context().close()
})

/** Runs in the page and tries every way for a page to reach into a frame. */
function readAsParent() {
  const frame = document.querySelector('iframe')!
  const inside = frame.contentWindow as Window & { frames: Window[] }
  const ways: [string, () => unknown][] = [
    ['document', () => inside.document.body],
    ['location', () => inside.location.href],
    ['body', () => frame.contentDocument!.body],
    ['getSelection', () => inside.getSelection()],
    ['frame of a frame', () => inside.frames[0]!.document],
  ]
  const refused = ways.flatMap(([name, way]) => {
    try {
      way()
      return []
    } catch {
      return [name]
    }
  })
  const seen = performance.getEntries().map((entry) => JSON.stringify(entry))
  const html = document.documentElement.outerHTML
  const words = html.replace(/(src|integrity)="[^"]*"/g, '')
  return { refused, shown: document.body.innerText, words, text: html + seen.join() }
}

test('a page that knows the address and the token cannot fetch the card data', async () => {
  const session = await newSession(site.origin)
  const page = await site.show(browser, '<!doctype html><title>Parent</title><h1>Parent</h1>')
  const answers = await page.evaluate(async (url) => {
    const [address, token] = url.split('#') as [string, string]
    const read = async (init: RequestInit) => {
      try {
        return await (await fetch(address, init)).text()
      } catch {
        return 'refused'
      }
    }
    const body = () => new URLSearchParams({ token })
    const own = [
      await read({}),
      await read({ method: 'POST', body: body() }),
      await read({ method: 'POST', body: body(), mode: 'no-cors' }),
    ]
    // A sandboxed frame that the page itself creates has an opaque origin, like our frame.
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    const ask = `fetch(${JSON.stringify(address)}, {method: 'POST', body: new URLSearchParams({token: ${JSON.stringify(token)}})})
      .then((r) => r.text(), () => 'refused').then((text) => parent.postMessage(text, '*'))`
    frame.srcdoc = `<script>${ask}</script>`
    const answer = new Promise<string>((resolve) => addEventListener('message', ({ data }) => resolve(data)))
    document.body.append(frame)
    return [...own, await answer]
  }, session.url)
  assert.deepEqual(answers, Array(4).fill('refused'))
  assert.equal(await isUsed(session), false, 'a request that no frame made uses nothing up')
  await page.context().close()
})

test('a page of another origin shows nothing and does not use up the token', async () => {
  const session = await newSession(site.origin)
  const page = await elsewhere.show(browser, framing(service, session.url))
  await page.waitForFunction(() => document.readyState === 'complete')
  await assertShowsNothing(page)
  assert.deepEqual(await heardBy(page), [])
  assert.equal(await isUsed(session), false)
  const right = await site.show(browser, framing(service, session.url))
  await frameIn(right).getByText(spaced).waitFor()
  for (const each of [page, right]) await each.context().close()
})

test('a page of the right origin inside a frame of another origin shows nothing', async () => {
  const session = await newSession(site.origin)
  site.pages.set('/inner', framing(service, session.url))
  const page = await elsewhere.show(
    browser,
    `<!doctype html><title>Outer</title><iframe src="${site.origin}/inner"></iframe>`,
  )
  await page.frameLocator('iframe').locator('iframe').waitFor()
  await page.waitForLoadState('networkidle')
  await assertShowsNothing(page)
  assert.equal(await isUsed(session), false)
  await page.context().close()
})

test('a second use shows nothing and tells the page that the session has expired', async () => {
  const { url } = await newSession(site.origin)
  const first = await site.show(browser, framing(service, url))
  await frameIn(first).getByText(spaced).waitFor()
  const second = await site.show(browser, framing(service, url))
  await frameIn(second).getByText('were shown before, or their time is over').waitFor()
  await assertShowsNothing(second)
  assert.deepEqual([await toldTo(first), await toldTo(second)], [['ready'], ['expired']])
  await first.reload()
  await frameIn(first).getByText('were shown before').waitFor()
  await assertShowsNothing(first)
  for (const each of [first, second]) await each.context().close()
})

test('of two frames that open one address at the same moment, only one shows the number', async () => {
  const { url } = await newSession(site.origin)
  const page = await site.show(browser, framing(service, url, url))
  await page.waitForFunction(() => (globalThis as unknown as { told: string[] }).told.length === 2)
  assert.deepEqual((await toldTo(page)).sort(), ['expired', 'ready'])
  const shown = await Promise.all([0, 1].map((at) => frameIn(page, at).getByText(spaced).count()))
  assert.deepEqual(shown.sort(), [0, 1])
  await page.context().close()
})

test('a frame that is removed immediately does not use up the token, as when React runs an effect twice', async () => {
  const { url } = await newSession(site.origin)
  const twice = `CardwrightReveal.show(document.body, ${JSON.stringify({ url })}).remove()
    CardwrightReveal.show(document.body, ${JSON.stringify({ url })})`
  const page = await site.show(
    browser,
    `<!doctype html><title>Parent</title><body><script src="${service.url}/reveal/v1/reveal.js"></script><script>${twice}</script>`,
  )
  await frameIn(page).getByText(spaced).waitFor()
  await page.context().close()
})

test('an expired session shows nothing', async () => {
  const { url } = await newSession(site.origin)
  service.services.clock = () => new Date(Date.now() + 5 * 60_000 + 1_000)
  try {
    const page = await site.show(browser, framing(service, url))
    await frameIn(page).getByText('their time is over').waitFor()
    assert.deepEqual(await toldTo(page), ['expired'])
    await assertShowsNothing(page)
    await page.context().close()
  } finally {
    service.services.clock = () => new Date()
  }
})

test('the number is hidden when the time is over, even while it is on the screen', async () => {
  const { url } = await newSession(site.origin)
  const page = await site.show(browser, '<!doctype html><title>Parent</title>')
  await page.clock.install()
  await page.setContent(framing(service, url))
  const frame = frameIn(page)
  await frame.getByText(spaced).waitFor()
  await page.clock.fastForward(4 * 60_000)
  await frame.getByText(/Hidden again in 0:\d\d/).waitFor()
  await frame.getByText(spaced).waitFor()
  await page.clock.fastForward(60_000)
  await frame.getByText('The card details are hidden again.').waitFor()
  await assertShowsNothing(page)
  assert.deepEqual(await toldTo(page), ['ready', 'expired'])
  await page.context().close()
})

test('without scripts the frame shows nothing and does not use up the token', async () => {
  const session = await newSession(site.origin)
  const page = await site.show(browser, `<!doctype html><title>Parent</title><iframe src="${session.url}"></iframe>`, {
    javaScriptEnabled: false,
  })
  await frameIn(page).locator('main[data-state=closed]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await assertShowsNothing(page)
  assert.equal(await isUsed(session), false)
  await page.context().close()
})

test('outside a frame the page shows nothing and does not use up the token', async () => {
  const session = await newSession(site.origin)
  const page = await site.show(browser, '<!doctype html><title>Parent</title>')
  const response = await page.goto(session.url)
  assert.equal(response!.status(), 403)
  await page.getByText('only inside the page that it was made for').waitFor()
  await assertShowsNothing(page)
  // A request that does not say what it is for is refused. To one that lies about it, the script of the page shows nothing.
  for (const [said, status] of [
    [{}, 403],
    [{ 'sec-fetch-dest': 'iframe' }, 200],
  ] as const) {
    await page.route('**/reveal/rev_*', async (route) => {
      const answer = await fetch(route.request().url().split('#')[0]!, { headers: { accept: 'text/html', ...said } })
      const headers = Object.fromEntries(answer.headers)
      await route.fulfill({ status: answer.status, headers, body: await answer.text() })
    })
    await page.goto('about:blank')
    assert.equal((await page.goto(session.url))!.status(), status)
    await page.getByText('only inside the page that it was made for').waitFor()
    await assertShowsNothing(page)
    await page.unrouteAll()
  }
  assert.equal(await isUsed(session), false)
  await page.context().close()
})

test('each value is copied in the form that a checkout accepts', async () => {
  const { url } = await newSession(site.origin)
  const page = await site.show(browser, framing(service, url))
  const copied: Record<string, string> = {}
  for (const name of ['number', 'expiry', 'CVV']) {
    await frameIn(page)
      .getByRole('button', { name: `Copy ${name}` })
      .click()
    await frameIn(page).getByText(`Copied ${name}`).waitFor({ state: 'attached' })
    copied[name] = await page.evaluate(() => navigator.clipboard.readText())
  }
  const expiry = `${String(details.exp_month).padStart(2, '0')}/${details.exp_year % 100}`
  assert.deepEqual(copied, { number: details.pan, expiry, CVV: details.cvv })
  assert.deepEqual(await toldTo(page), ['ready', 'copied', 'copied', 'copied'])
  await page.context().close()
})

test('a value can be copied without clipboard permission', async () => {
  const { url } = await newSession(site.origin)
  const page = await site.show(browser, `<!doctype html><title>Parent</title><iframe src="${url}"></iframe>`)
  await frameIn(page).getByRole('button', { name: 'Copy number' }).click()
  await frameIn(page).getByText('Copied number').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), details.pan)
  await page.context().close()
})

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

async function violationsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(AXE)
  return frame.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  })
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 900])
    test(`the frame is accessible and nothing is cut off: ${colorScheme}, ${width} pixels`, async () => {
      const theme = { color_scheme: 'auto' }
      const [open, used] = [await newSession(site.origin, { theme }), await newSession(site.origin, { theme })]
      const before = await site.show(browser, framing(service, used.url))
      await frameIn(before).getByText(spaced).waitFor()
      await before.context().close()
      const viewport = { width, height: 700 }
      const page = await site.show(browser, framing(service, open.url, used.url), { colorScheme, viewport })
      await frameIn(page, 0).getByText(spaced).waitFor()
      await frameIn(page, 1).getByText('were shown before').waitFor()
      for (const frame of page.frames().slice(1)) {
        assert.deepEqual(await violationsIn(frame), [])
        const { wide, high, seen } = await frame.evaluate(() => ({
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          high: document.documentElement.scrollHeight - document.documentElement.clientHeight,
          seen: document.documentElement.clientHeight,
        }))
        assert.ok(wide <= 0 && high <= 0, `${wide} too wide, ${high} too high for ${seen}`)
      }
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/reveal-${colorScheme}-${width}.png` })
      await page.context().close()
    })
