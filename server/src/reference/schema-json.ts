// Schemas as the document shows them: without our own annotations, and with each named schema once, among the components.
// `x-documented` is for constraints that the document should show but that the validation checks with its own messages.

export type Json = Record<string, unknown>

/** A schema as JSON, without our own annotations; what has a name goes to the components once. */
export function clean(schema: unknown, components: Map<string, Json>): Json {
  const { $id, ...rest } = tidy(schema, components) as Json & { $id?: string }
  if ($id === undefined) return rest
  components.set($id, rest)
  return { $ref: `#/components/schemas/${$id}` }
}

function tidy(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value))
    return value.map((each) => (isNamed(each) ? clean(each, components) : tidy(each, components)))
  if (value === null || typeof value !== 'object') return value
  const documented = (value as Json)['x-documented'] as Json | undefined
  const entries = Object.entries({ ...value, ...documented }).filter(([key]) => !/^(x-|~)/.test(key))
  return Object.fromEntries(
    entries.map(([key, each]) => [key, isNamed(each) ? clean(each, components) : tidy(each, components)]),
  )
}

function isNamed(value: unknown): boolean {
  return value !== null && typeof value === 'object' && typeof (value as { $id?: unknown }).$id === 'string'
}
