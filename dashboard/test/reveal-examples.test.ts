// The React and Vue examples of docs/guides/reveal.md, each bundled with its framework and used in a page.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'
import { bundle } from './bundle.ts'
import { createCard } from './make-card.ts'
import { frameIn, makeSession, ParentSite } from './parent-page.ts'

const browser = await launchBrowser()
after(() => browser.close())
const service = await startTestService()
const api = await service.fundedWorkspace()
const card = await createCard(api, { label: 'Shown' })
const { body: details } = await api.get(`/cards/${card.id}/details`)
const spaced: string = details.pan.replace(/(.{4})(?=.)/g, '$1 ')
const site = await ParentSite.open((origin) => makeSession(api, card.id, { origin }))
const guide = readFileSync(new URL('../../docs/guides/reveal.md', import.meta.url), 'utf8')
const exampleIn = (language: string): string => guide.split(`\`\`\`${language}\n`)[1]!.split('\n```')[0]!

const ASK = `const ask = async () => (await (await fetch('/card-details', { method: 'POST' })).json()).url`

/** The page shows a card, then shows the same address again, then removes it. */
const react = `
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CardNumber } from './example.jsx'
${ASK}
function Page() {
  const [url, setUrl] = useState()
  const [round, setRound] = useState(0)
  const [isOver, setOver] = useState(false)
  return (
    <main>
      <h1>Your card</h1>
      <button onClick={async () => setUrl(await ask())}>Show</button>
      <button onClick={() => setRound(round + 1)}>Again</button>
      <button onClick={() => setUrl(undefined)}>Hide</button>
      {url && <CardNumber key={round} url={url} onExpired={() => setOver(true)} />}
      {isOver && <p>It is over.</p>}
    </main>
  )
}
createRoot(document.querySelector('#app')).render(<StrictMode><Page /></StrictMode>)`

const vue = `
import { createApp, h, ref } from 'vue'
import CardNumber from './example.vue'
${ASK}
createApp({
  setup() {
    const [url, round, isOver] = [ref(), ref(0), ref(false)]
    const button = (name, onClick) => h('button', { onClick }, name)
    return () => h('main', [
      h('h1', 'Your card'),
      button('Show', async () => (url.value = await ask())),
      button('Again', () => round.value++),
      button('Hide', () => (url.value = undefined)),
      url.value && h(CardNumber, { key: url.value + round.value, url: url.value, onExpired: () => (isOver.value = true) }),
      isOver.value && h('p', 'It is over.'),
    ])
  },
}).mount('#app')`

for (const [name, files] of [
  ['React', { './page.jsx': react, './example.jsx': exampleIn('jsx') }],
  ['Vue', { './page.jsx': vue, './example.vue': exampleIn('vue') }],
] as const)
  test(`the example for ${name} shows a card, reports when the time is over, and cleans up`, async () => {
    site.pages.set(`/${name}.js`, await bundle(files))
    const page = await site.show(
      browser,
      `<!doctype html><html lang="en"><title>${name}</title><body><div id="app"></div>
      <script src="${service.url}/reveal/v1/reveal.js"></script><script src="/${name}.js"></script></html>`,
    )
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const frames = page.locator('iframe')
    let shown: string | null = null
    for (const _ of ['first', 'another session in its place']) {
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForFunction((before) => {
        const frame = document.querySelector('iframe')
        return frame !== null && frame.getAttribute('src') !== before
      }, shown)
      shown = await frames.getAttribute('src')
      await frameIn(page).getByText(spaced).waitFor()
      assert.equal(await frames.count(), 1)
    }
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /\d/)
    assert.equal(await page.getByText('It is over.').count(), 0)
    await page.getByRole('button', { name: 'Again' }).click()
    await page.getByText('It is over.').waitFor()
    assert.equal(await frameIn(page).getByText(spaced).count(), 0)
    await page.getByRole('button', { name: 'Hide' }).click()
    await frames.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })
