// This is separate from rule-in-words.ts because lists of transactions need only the explanation.

import { attributeNames, attributeOf, metadataKey } from './attributes.ts'

/**
 * Rewrites the service's explanation of a payment with the labels of the form: "Amount: 250.00 is above 200.00". The
 * service joins conditions with "and". A name that is not an attribute is left unchanged.
 */
export function explanationInWords(explanation: string): string {
  return explanation.split(BETWEEN).map(clauseInWords).join('; ')
}

const BETWEEN = new RegExp(` and (?=(?:${attributeNames.join('|')}|card_metadata\\.\\S+) )`)

function clauseInWords(clause: string): string {
  const [, name, rest] = /^(\S+) (.*)$/s.exec(clause) ?? []
  const attribute = name === undefined ? undefined : attributeOf(name)
  if (!attribute || rest === undefined) return clause
  const label = attribute.kind === 'metadata' ? `Metadata “${metadataKey(name!)}”` : attribute.label
  if (attribute.kind !== 'flag') return `${label}: ${rest}`
  return `${label}: ${rest === 'is true' ? 'yes' : 'no'}`
}
