// A thin message names an object by its type and id; so does the reference by which it is fetched.

import { UnreadableMessage } from '../processor.ts'

export const fetchedTypes = ['real_time_decision', 'card_payment', 'card'] as const
export type FetchedType = (typeof fetchedTypes)[number]
export type Reference = { type: FetchedType; id: string }

const PATHS: Record<FetchedType, string> = {
  real_time_decision: '/real_time_decisions',
  card_payment: '/card_payments',
  card: '/cards',
}
/** Ids become parts of paths, so they may not contain anything that could lead elsewhere. */
const ID = /^[A-Za-z0-9_-]{1,100}$/

export function referenceOf(type: FetchedType, id: string): string {
  return `${type}:${checkedId(id)}`
}

export function parseReference(text: string): Reference {
  const colon = text.indexOf(':')
  const type = fetchedTypes.find((each) => each === text.slice(0, colon))
  if (!type) throw new UnreadableMessage('the reference names no type of object that is fetched')
  return { type, id: checkedId(text.slice(colon + 1)) }
}

export function pathOf({ type, id }: Reference): string {
  return `${PATHS[type]}/${id}`
}

export function checkedId(id: string): string {
  if (!ID.test(id)) throw new UnreadableMessage('an id with characters that no id has')
  return id
}
