// Bodies that name a thing in one of two ways. The service refuses both together, and neither, with its own messages; the
// document describes the choice as `oneOf`.

import type { AnyRoute } from '../http/route.ts'
import type { Json } from './schema-json.ts'

type Choice = { title: string; required: string[] }

const choices: Record<string, Choice[]> = {
  simulateAuthorization: [
    { title: 'By card', required: ['card_id'] },
    { title: 'By number', required: ['pan'] },
  ],
  simulateRefund: [
    { title: 'Of a settlement', required: ['transaction_id'] },
    { title: 'Without one', required: ['card_id', 'merchant', 'amount'] },
  ],
}

export function choicesOf({ operationId }: AnyRoute): { oneOf?: Json[] } {
  const of = choices[operationId]
  return of ? { oneOf: of } : {}
}
