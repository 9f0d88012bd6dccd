// One person in one browser. Browser errors are recorded, because a working page causes none.

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

/** The text of a downloaded file. The shared browser is remote, so the download has no local path. */
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

  /** Waits until no placeholder for loading content is left. */
  async settle(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy=true]') === null)
  }

  /** Runs an action that causes an expected error, so the browser's report of it does not count. */
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

  /**
   * Asserts that axe finds nothing serious in either theme, or nothing at all where `isStrict`. Only colours differ between the
   * themes.
   */
  async assertAccessible({ isStrict = false } = {}): Promise<void> {
    const kinds = { light: RULES, dark: { type: 'rule' as const, values: ['color-contrast'] } }
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme })
      assert.deepEqual(await this.#violations(kinds[colorScheme], isStrict), [], `${this.page.url()} (${colorScheme})`)
    }
  }

  async #violations(runOnly: axe.RunOnly, isStrict: boolean): Promise<string[]> {
    // Evaluated instead of added as a script, so the page's content security policy need not change.
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(AXE)
    // Passed checks are not reported, because reporting them takes axe longer than finding them.
    const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
    const { violations } = await this.page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
      options,
    )
    return violations
      .filter(({ impact }) => isStrict || impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  }

  /** The page itself must never scroll sideways. A table may scroll inside its panel. */
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
