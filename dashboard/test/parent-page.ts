// Somebody else's page, on an origin of its own, that shows a card of ours.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { type Api, type TestService } from '../../server/test/harness.ts'
import { launchBrowser } from './browser.ts'

export type Parent = {
  origin: string
  api: Api
  card: Record<string, any>
  newSession(body?: object): Promise<{ id: string; url: string; expires_at: string }>
  open(html: string, options?: BrowserContextOptions): Promise<Page>
  reveal(session?: object): Promise<{ page: Page; frame: FrameLocator }>
}

export async function openParent(service: TestService): Promise<Parent> {
  const browser = await launchBrowser()
  after(() => browser.close())
  let served = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(served)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = await service.fundedWorkspace()
  const card = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 50 })).body
  const newSession = async (body: object = {}) => {
    const made = await api.post(`/cards/${card.id}/reveal-sessions`, { origin, ...body })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    return made.body
  }
  const open = async (html: string, options: BrowserContextOptions = {}) => {
    served = html
    const context = await browser.newContext(options)
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(origin)
    return page
  }
  const reveal = async (body?: object) => {
    const { url } = await newSession(body)
    const page = await open(`<!doctype html><div id=card></div>
      <script src="${service.url}/reveal/v1/reveal.js" crossorigin="anonymous"></script>
      <script>heard = []; CardwrightReveal.show(document.querySelector('#card'), { url: ${JSON.stringify(url)},
        onReady: () => heard.push('ready'), onCopied: () => heard.push('copied'), onExpired: () => heard.push('expired') })</script>`)
    return { page, frame: page.frameLocator('iframe') }
  }
  return { origin, api, card, newSession, open, reveal }
}
