// A customer's site on its own origin, whose pages embed one of our cards.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import type { Api, TestService } from '../../server/test/harness.ts'

export type RevealSession = { id: string; url: string; expires_at: string }

/** Serves pages by their paths. `/card-details` creates a reveal session, as the guide tells a server to do. */
export class ParentSite {
  readonly origin: string
  readonly pages = new Map<string, string>()

  private constructor(port: number) {
    this.origin = `http://127.0.0.1:${port}`
  }

  static async open(newSession: (origin: string) => Promise<RevealSession>): Promise<ParentSite> {
    let site: ParentSite | undefined
    const server = createServer(async (request, response) => {
      const page = site!.pages.get(request.url!)
      if (request.url === '/card-details') {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ url: (await newSession(site!.origin)).url }))
      } else response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => server.close())
    site = new ParentSite((server.address() as AddressInfo).port)
    return site
  }

  /** Serves the HTML and opens it in a new page. */
  async show(browser: Browser, html: string, options: BrowserContextOptions = {}): Promise<Page> {
    const path = `/${this.pages.size}`
    this.pages.set(path, html)
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    await page.goto(this.origin + path)
    return page
  }
}

/** A page with one frame for each address, which records every message it receives. */
export function framing(service: TestService, ...urls: string[]): string {
  return `<!doctype html><html lang="en"><title>Parent</title><main><h1>Parent</h1>
    ${urls.map((_, at) => `<div id="card-${at}"></div>`).join('')}</main>
    <script src="${service.url}/reveal/v1/reveal.js"></script>
    <script>
      told = []; heard = []
      addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
      ${JSON.stringify(urls)}.forEach((url, at) => CardwrightReveal.show(document.querySelector('#card-' + at), { url,
        onReady: () => told.push('ready'), onCopied: () => told.push('copied'), onExpired: () => told.push('expired') }))
    </script></html>`
}

export const toldTo = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
export const heardBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

export function frameIn(page: Page, at = 0): FrameLocator {
  return page.locator('iframe').nth(at).contentFrame()
}

export async function makeSession(api: Api, card: string, body: object): Promise<RevealSession> {
  const made = await api.post(`/cards/${card}/reveal-sessions`, body)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}
