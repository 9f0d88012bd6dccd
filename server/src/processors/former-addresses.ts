// Tells our own endpoints at a processor from those of others after the public address has changed. `connect` remembers what it
// enrolled, because a path alone proves nothing: another Cardwright may use the same name for its processor.

import type { Addresses, Enrolment } from './processor.ts'

/** Whether an earlier `connect` enrolled this address, or an operator says that an address with our path is ours. */
export function isFormer(url: string, enrolment: Enrolment): boolean {
  const { decisions, events, former = [], takeOver = false } = enrolment
  if (isOwn(url, enrolment)) return false
  if (former.includes(url)) return true
  return takeOver && (hasPathOf(url, decisions) || hasPathOf(url, events))
}

/** Whether an address ends in the same `/processors/NAME/decisions` or `/processors/NAME/events`. */
export function hasPathOf(url: string, ours: string): boolean {
  const tail = tailOf(ours)
  return tail !== undefined && tailOf(url) === tail
}

function tailOf(url: string): string | undefined {
  return /\/processors\/[^/]+\/(decisions|events)$/.exec(parsed(url)?.pathname ?? '')?.[0]
}

/** All that is shown of an address of others: its path may hold a secret. */
export function hostOf(url: string): string {
  return parsed(url)?.host ?? 'an address that cannot be read'
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}

export function isOwn(url: string, { decisions, events }: Addresses): boolean {
  return url === decisions || url === events
}
