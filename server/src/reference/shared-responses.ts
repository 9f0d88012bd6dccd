// Refusals that several operations have in common stand once in the document, among its components. Each operation answers
// with eight statuses on average, and most of them are the same everywhere.

import { type ErrorId, errorIds } from '../errors.ts'
import type { Json } from './schema-json.ts'

type Operation = { responses: Record<string, Json> }
type Paths = Record<string, Record<string, Operation>>

const PREFIX = '#/components/responses/'

/** Changes the document: a refusal that occurs more than once becomes a component, and the operations refer to it. */
export function shareRefusals(document: Json): void {
  const { paths, components } = document as { paths: Paths; components: { responses?: Record<string, Json> } }
  const refusals = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(refusalsOf))
  const groups = [...Map.groupBy(refusals, ({ text }) => text).values()].filter((group) => group.length > 1)
  const shared: Record<string, Json> = {}
  for (const group of groups) {
    const { response } = group[0]!
    const name = nameOf(response)
    if (name in shared) throw new Error(`Two different refusals are named ${name}.`)
    shared[name] = response
    for (const { operation, status } of group) operation.responses[status] = { $ref: `${PREFIX}${name}` }
  }
  components.responses = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Refusal = { operation: Operation; status: string; response: Json; text: string }

function refusalsOf(operation: Operation): Refusal[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ operation, status, response, text: JSON.stringify(response) }))
}

/** `CardNotFound`. A write can always be refused for its JSON and for its idempotency key, so its name leaves these out. */
function nameOf({ description }: Json): string {
  const ids = errorIds.filter((id) => (description as string).includes(`\`${id}\``))
  const isWrite = ids.includes('idempotency_key_reused')
  const own = ids.filter((id) => !isWrite || (id !== 'invalid_json' && id !== 'idempotency_key_reused'))
  return own.map((id) => (isWrite && id === 'invalid_request' ? 'InvalidWrite' : pascal(id))).join('Or')
}

function pascal(id: ErrorId): string {
  return id.replace(/(^|_)([a-z])/g, (_, _bar, letter: string) => letter.toUpperCase())
}
