// Finds elements that do not fit on the open page: text cut off without an ellipsis, children outside their parent,
// buttons that cover text, and anything that must be scrolled sideways to be read.

import type { Page } from 'playwright-core'

/** Returns one line for each element that does not fit, worded like a bug report. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const SLACK = 1.5 // pixels: boxes lie on fractions of a pixel
    const LINE_SLACK = 4 // letters may be taller than their line
    const crossed = new Set<Element>()
    const found = new Map<string, string>()
    const screen = document.documentElement

    const nameOf = (element: Element): string => {
      const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
      const look = String(element.getAttribute('class') ?? '').slice(0, 60)
      return `<${element.tagName.toLowerCase()} class="${look}"> "${words}"`
    }
    const report = (element: Element, what: string) => {
      const name = nameOf(element)
      if (!found.has(name)) found.set(name, `${name} ${what}`)
    }
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    const isPlacedByHand = ({ position, marginLeft, marginRight, transform }: CSSStyleDeclaration) =>
      ['absolute', 'fixed'].includes(position) ||
      [marginLeft, marginRight].some((margin) => Number.parseFloat(margin) < 0) ||
      transform !== 'none'
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    const isForReadersOnly = (element: Element) => element.closest('.sr-only') !== null
    /** Drawings may exceed their box, and a chart measures itself. */
    const isDrawn = (element: Element) => element.closest('[role=img], [data-chart]') !== null
    /** On a phone, tabs are meant to be scrolled sideways. */
    const isMeantToScroll = (element: Element) => element.matches('[data-scrolls]') && innerWidth < 640
    const isCode = (element: Element) => element.matches('pre, textarea, input')

    /** The boxes of the text directly inside an element. */
    const lettersOf = (element: Element): DOMRect[] => {
      const range = document.createRange()
      return [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
        .flatMap((node) => {
          range.selectNodeContents(node)
          return [...range.getClientRects()]
        })
        .filter(({ width, height }) => width > 0 && height > 0)
    }

    /** The part of a box that its scrolling and clipping ancestors leave visible. */
    const visiblePart = (box: DOMRect, element: Element) => {
      let { left, right, top, bottom } = box
      for (let up: Element | null = element; up; up = up.parentElement) {
        const { overflowX, overflowY } = styleOf(up)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const frame = up.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { left, right, top, bottom }
    }

    /** Compares a box with every ancestor up to the nearest one that scrolls, clips or floats. */
    const compareWithParents = (element: Element, box: DOMRect, isText: boolean) => {
      let inner = element
      for (let up = isText ? element : element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (inner !== up && isPlacedByHand(styleOf(inner))) return
        inner = up
        const { overflowX, display, height } = styleOf(up)
        if (overflowX !== 'visible') return
        if (display === 'contents' || display === 'inline') continue
        const frame = up.getBoundingClientRect()
        const across = Math.max(box.right - frame.right, frame.left - box.left)
        const down = Math.max(box.bottom - frame.bottom, frame.top - box.top)
        const isRow = display === 'table-row' || display === 'table-row-group'
        const isTooTall = down > LINE_SLACK && Number.parseFloat(height) > 0 && !isRow
        if (across <= SLACK && !isTooTall) continue
        if (!crossed.has(up)) report(up, `is crossed by ${nameOf(element)} by ${Math.round(Math.max(across, down))} px`)
        crossed.add(up)
        return
      }
    }

    if (screen.scrollWidth > screen.clientWidth) report(screen, `the page is ${screen.scrollWidth} px wide`)
    for (const element of document.body.querySelectorAll('*')) {
      if (isForReadersOnly(element) || !element.checkVisibility({ visibilityProperty: true })) continue
      if (isDrawn(element) && !(element instanceof SVGTextElement)) continue
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      if (element instanceof SVGElement) {
        const picture = element.ownerSVGElement?.getBoundingClientRect()
        if (element.tagName === 'text' && picture)
          if (box.right > picture.right + SLACK || box.left < picture.left - SLACK)
            report(element, 'is cut by its picture')
        if (element.ownerSVGElement) continue
      }
      const style = styleOf(element)
      if (element.scrollWidth > element.clientWidth + SLACK && !isCode(element)) {
        if (scrolls(style.overflowX) && !isMeantToScroll(element))
          report(element, `must be scrolled by ${element.scrollWidth - element.clientWidth} px`)
        if (clips(style.overflowX) && style.textOverflow !== 'ellipsis')
          report(element, `is cut by ${element.scrollWidth - element.clientWidth} px`)
      }
      if (clips(style.overflowY) && element.scrollHeight > element.clientHeight + 4 && style.webkitLineClamp === 'none')
        if (!isCode(element) && element.clientHeight > 0 && style.textOverflow !== 'ellipsis')
          report(element, `is cut by ${element.scrollHeight - element.clientHeight} px in height`)
      const letters = lettersOf(element)
      for (const line of letters) compareWithParents(element, line, true)
      if (style.position !== 'absolute' && style.position !== 'fixed' && style.display !== 'inline')
        compareWithParents(element, box, false)
    }
    for (const cover of document.body.querySelectorAll('*')) {
      const isButton = cover.matches('button, a') || cover.querySelector('button, a') !== null
      if (!isButton || styleOf(cover).position !== 'absolute' || !cover.checkVisibility()) continue
      const frame = cover.getBoundingClientRect()
      for (const other of (cover as HTMLElement).offsetParent?.querySelectorAll('*') ?? []) {
        if (cover.contains(other) || other.contains(cover) || isForReadersOnly(other)) continue
        for (const line of lettersOf(other)) {
          const seen = visiblePart(line, other)
          const across = Math.min(seen.right, frame.right) - Math.max(seen.left, frame.left)
          const down = Math.min(seen.bottom, frame.bottom) - Math.max(seen.top, frame.top)
          if (across > SLACK && down > SLACK) report(other, `is covered by ${nameOf(cover)}`)
        }
      }
    }
    return [...found.values()]
  })
}
