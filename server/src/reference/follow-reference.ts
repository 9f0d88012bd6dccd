// References of the document to its own components, as a reader of the document follows them.

import type { Json } from './schema-json.ts'

/** The component that a parameter or a response refers to; a part that refers to nothing is returned as it is. */
export function followReference<Part extends object>(document: Json, part: Part): Part {
  const { $ref } = part as { $ref?: string }
  if ($ref === undefined) return part
  const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/')
  const found = (document.components as Record<string, Record<string, Part>>)[kind]?.[name]
  if (found === undefined) throw new Error(`The document refers to ${$ref}, which it does not hold.`)
  return found
}
