// Separate from the words for a rule, since lists of transactions need only this.

import { attributeNames, attributeOf, metadataKey } from './attributes.ts'

/**
 * The service's explanation of a judged payment, with the names of the form: "Amount: 250.00 is above 200.00". The service joins
 * conditions by "and"; a name that is not an attribute stays as it is.
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
