// Where the focus goes when a window closes: to the control that opened it, or to the heading of the page.

import { useLayoutEffect, useRef } from 'react'

/** For `onCloseAutoFocus` of a window. Radix returns the focus only to its own triggers, and our windows have none. */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null)
  // Runs before a field of the window takes the focus, because a portal draws its content one step later.
  useLayoutEffect(() => {
    if (isOpen) opener.current = openerNow()
  }, [isOpen])
  return (event) => {
    event.preventDefault()
    if (isFocusFree()) returnTo(opener.current)
  }
}

/** A menu item disappears with its menu, so the focus returns to the menu's button instead. */
function openerNow(): HTMLElement | null {
  const { activeElement } = document
  const menu = activeElement?.closest('[role=menu]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}

/** False if the focus has already been moved elsewhere, for example from one spend request to the next. */
function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

function returnTo(opener: HTMLElement | null): void {
  const window = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1)
  // A window that was opened in the meantime keeps the focus.
  if (window && !window.contains(opener)) return
  opener?.focus()
  if (document.activeElement !== opener && !window)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
