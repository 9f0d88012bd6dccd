// Apart from the words for a rule: lists of transactions need only this.

import { attributeNames, attributeOf, metadataKey } from './attributes.ts'

/**
 * What the service says of a judged payment, with the names of the form: "Amount: 250.00 is above 200.00". The service
 * joins the conditions by "and"; a name that is not an attribute's stays as it is.
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
