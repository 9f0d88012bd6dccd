// One person at one browser. What the browser complains about is remembered: a page that works is quiet.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Browser, Download, Page } from 'playwright-core'

export type Look = { phone?: boolean; dark?: boolean; zone?: string }

const RULES: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const screens = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

/** What a page has saved. The browser is shared and serves from afar, so it has no path of ours. */
export async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream())
}

export class Visitor {
  readonly page: Page
  readonly url: string
  readonly #complaints: string[] = []
  #expected: string[] = []

  private constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    page.on('console', (message) => {
      if (message.type() !== 'error' || this.#isExpected(message.text())) return
      this.#complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.#complaints.push(String(error)))
  }

  static async arrive(
    browser: Browser,
    url: string,
    { phone = false, dark = false, zone }: Look = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: phone ? screens.phone : screens.desk,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      baseURL: url,
      ...(zone && { timezoneId: zone }),
    })
    context.setDefaultTimeout(15_000)
    return new Visitor(await context.newPage(), url)
  }

  /** Opens a page and waits until it shows its heading. */
  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
  }

  /** Nothing is left of what stands in for what is being read. */
  async settle(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy=true]') === null)
  }

  /** A refusal that the test is about: the browser reports it, and that is no fault. */
  async expecting<T>(what: number | 'no connection', act: () => Promise<T>): Promise<T> {
    this.#expected.push(what === 'no connection' ? 'net::ERR_' : `responded with a status of ${what}`)
    return act()
  }

  #isExpected(complaint: string): boolean {
    return this.#expected.some((expected) => complaint.includes(expected))
  }

  assertQuiet(): void {
    assert.deepEqual(this.#complaints, [], 'the browser complained')
  }

  /** Nothing that axe calls serious, in the light and in the dark. What is not about colours is the same in both. */
  async assertAccessible(): Promise<void> {
    const kinds = { light: RULES, dark: { type: 'rule' as const, values: ['color-contrast'] } }
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme })
      assert.deepEqual(await this.#violations(kinds[colorScheme]), [], `${this.page.url()} (${colorScheme})`)
    }
  }

  async #violations(runOnly: axe.RunOnly): Promise<string[]> {
    // Not a script of the page, so the page's policy stays as it is.
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(AXE)
    // What passed is not written out: that takes axe longer than finding it.
    const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
    const { violations } = await this.page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
      options,
    )
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  }

  /** The page itself never scrolls sideways; a table may, inside its panel. */
  async assertFitsItsScreen(): Promise<void> {
    const { wide, screen } = await this.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      screen: document.documentElement.clientWidth,
    }))
    assert.ok(wide <= screen, `${this.page.url()} is ${wide} wide on a screen of ${screen}`)
  }

  async leave(): Promise<void> {
    await this.page.context().close()
  }
}
