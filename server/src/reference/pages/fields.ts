// The fields of a body, or the parameters of an operation, each with its type, its limits and its meaning. Nested fields can be
// expanded.

import { type Html, html } from './html.ts'
import { inline } from './markdown.ts'
import { type Components, limitsOf, propertiesOf, resolve, type Schema, typeOf } from './schema-words.ts'

/** Stops at schemas that contain themselves. */
const MAX_DEPTH = 6
/** Longer lists of values are collapsed. */
const MAX_VALUES_SHOWN = 12

export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }

export function parameterList(parameters: Parameter[], components: Components): Html {
  return html`<ul class="fields">${parameters.map(({ name, required, description, schema }) =>
    fieldItem(name, { ...schema, ...(description && { description }) }, required, components, 0),
  )}</ul>`
}

/** `isRequest`: only the fields of a request are marked as required. */
export function fieldList(schema: Schema, components: Components, isRequest: boolean, depth = 0): Html {
  const { properties, required } = propertiesOf(resolve(schema, components), components)
  const items = properties.map(([name, each]) =>
    fieldItem(name, each, isRequest && required.has(name), components, depth),
  )
  return html`<ul class="fields">${items}</ul>`
}

export const words = (text: string): Html => inline(text, () => undefined)

function fieldItem(name: string, schema: Schema, isRequired: boolean, components: Components, depth: number): Html {
  const whole = resolve(schema, components)
  const description = schema.description ?? whole.description
  return html`<li><div class="field"><code class="name">${name}</code> <span class="type">${typeOf(schema, components)}</span>${
    isRequired && html` <span class="needed">required</span>`
  }${limitsOf(whole).map((limit) => html` <span class="limit">${limit}</span>`)}</div>${
    description !== undefined && html`<p>${words(description)}</p>`
  }${valuesOf(whole, components)}${patternOf(whole)}${insideOf(name, whole, components, depth)}</li>`
}

function valuesOf(schema: Schema, components: Components): Html | false {
  const values = schema.enum ?? resolve(schema.items ?? {}, components).enum ?? []
  if (values.length === 0) return false
  const list = values.map((value) => html`<code>${String(value)}</code> `)
  if (values.length <= MAX_VALUES_SHOWN) return html`<p class="values">One of ${list}</p>`
  return html`<details><summary>One of ${values.length} values</summary><p class="values">${list}</p></details>`
}

function patternOf({ pattern }: Schema): Html | false {
  return pattern !== undefined && html`<p class="values">Matches <code>${pattern}</code></p>`
}

function insideOf(name: string, schema: Schema, components: Components, depth: number): Html | false {
  const inner = schema.type === 'array' ? resolve(schema.items ?? {}, components) : schema
  if (depth >= MAX_DEPTH || propertiesOf(inner, components).properties.length === 0) return false
  return html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(inner, components, false, depth + 1)}</details>`
}
