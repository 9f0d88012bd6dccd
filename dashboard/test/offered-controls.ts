// Lists the controls that a page offers: enabled buttons and links, menu items, and the bar for selected rows.

import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'

/** The names of all controls that can be pressed on a page, sorted. */
export async function offeredControls(visitor: Visitor, path: string): Promise<string[]> {
  const { page } = visitor
  await visitor.open(path)
  await visitor.settle()
  const rowBox = page.locator('main tbody input[type=checkbox]').first()
  if (path.startsWith('/cards?') && (await rowBox.count()) > 0) await rowBox.check()
  const names = new Set(await pressable(page, 'main'))
  for (const menu of await menusOf(page)) {
    await page.locator(`main [data-menu="${menu}"]`).click()
    await page.getByRole('menu').waitFor()
    for (const name of await pressable(page, '[role=menu]')) names.add(name)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  return [...names].sort()
}

/** What the command palette offers for a search text, once it shows `awaited`. */
export async function offeredByPalette({ page }: Visitor, text: string, awaited: string): Promise<string[]> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(text)
  await page.getByRole('option', { name: awaited }).first().waitFor()
  const names = await pressable(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return names
}

const pressable = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((within) => {
    const all = document.querySelectorAll<HTMLElement>(
      ['button', 'a[href]', '[role=menuitem]', '[role=option]', 'input[type=file]']
        .map((one) => `${within} ${one}`)
        .join(),
    )
    return [...all]
      .filter((each) => !each.matches(':disabled, [data-disabled], [aria-disabled=true]') && each.checkVisibility())
      .map((each) =>
        each instanceof HTMLInputElement ? `Upload ${each.name}` : (each.getAttribute('aria-label') ?? each.innerText),
      )
      .map((name) => name.replace(/\s+/g, ' ').trim())
  }, within)

/** One menu of each kind, since all rows of a table have the same menu. */
const menusOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const kinds = new Set<string>()
    return [...document.querySelectorAll<HTMLElement>('main button[aria-haspopup=menu]:enabled')].flatMap(
      (each, at) => {
        const kind = (each.getAttribute('aria-label') ?? each.innerText).replace(/^Actions for .*/, 'Actions')
        if (kinds.has(kind)) return []
        kinds.add(kind)
        each.dataset.menu = String(at)
        return [at]
      },
    )
  })
