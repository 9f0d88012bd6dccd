import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { findChromium, openPage } from './browser.ts'

const textsOf = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].map((each) => each.textContent.trim())`
const sample = `${textsOf('pre, code')}.find((text) => text.includes('CARDWRIGHT_BASE_URL/cards"'))`
const choice = `[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'curl')`
const options = textsOf('[role=option]')

test('the reference shows the samples of an operation, and complains of nothing', async () => {
  const service = await startTestService()
  const page = await openPage(findChromium(), `${service.url}/docs#tag/cards/POST/cards`)
  assert.match(String(await page.ask(sample)), /curl "\$CARDWRIGHT_BASE_URL\/cards"/)
  await page.ask(`${choice} ? (${choice}.click(), true) : null`)
  assert.deepEqual(await page.ask(`${options}.length > 0 ? ${options} : null`), ['curl', 'Node.js', 'Python', 'Go'])
  assert.deepEqual(page.complaints, [])
})
