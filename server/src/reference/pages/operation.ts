// One operation: its description and input on the left, samples and the answer beside it.

import type { AnyRoute } from '../../http/route.ts'
import type { CodeSample } from '../samples/code-samples.ts'
import { codeBlock } from './code-block.ts'
import { fieldList, type Parameter, parameterList, words } from './fields.ts'
import { highlight, highlightJson } from './highlight.ts'
import { type Html, html } from './html.ts'
import { rightsOf } from './rights.ts'
import { type Components, propertiesOf, resolve, type Schema } from './schema-words.ts'

type Content = Record<string, { schema: Schema; example?: unknown }>

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content: Content }>
  'x-codeSamples': CodeSample[]
}

export type Described = { method: string; path: string; operation: Operation; route: AnyRoute }

export function operationArticle({ method, path, operation, route }: Described, components: Components): Html {
  const { operationId, summary, description } = operation
  return html`<article class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="told">
<h2 id="${operationId}-title"><a href="#${operationId}" class="anchor">${summary}</a></h2>
<p class="route">${methodBadge(method)} <code>/v1${path}</code></p>
${description !== undefined && html`<p>${words(description)}</p>`}
<h3>Who may call it</h3>
<dl class="rights">${rightsOf(route).map(({ who, what }) => html`<div><dt>${who}</dt><dd>${what}</dd></div>`)}</dl>
${parameterParts(operation, components)}
${requestPart(operation, components)}
${answerPart(operation, components)}
${errorPart(operation)}
</div>
<div class="shown">
${sampleTabs(operation)}
${answerExample(operation)}
${tryIt({ method, path, operation, route })}
</div>
</article>`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

function parameterParts({ parameters }: Operation, components: Components): Html[] {
  return Object.entries(PLACES).flatMap(([place, title]) => {
    const own = parameters.filter((each) => each.in === place)
    return own.length > 0 ? [html`<h3>${title}</h3>${parameterList(own, components)}`] : []
  })
}

function requestPart({ requestBody }: Operation, components: Components): Html | false {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || propertiesOf(resolve(schema, components), components).properties.length === 0)
    return false
  const choices = schema.oneOf?.map(({ title, required = [] }) => {
    const names = required.map((name) => html`<code>${name}</code> `)
    return html`<li>${title}: ${names}</li>`
  })
  return html`<h3>Body</h3>${choices && html`<p>Exactly one of these is given:</p><ul>${choices}</ul>`}${fieldList(schema, components, true)}`
}

/** The successful answer: its status, its media and what it holds. */
function goodAnswer({ responses }: Operation) {
  const [status, { content }] = Object.entries(responses).find(([each]) => Number(each) < 300)!
  const [media, { schema, example }] = Object.entries(content)[0]!
  return { status, media, schema, example, others: Object.entries(content).slice(1) }
}

function answerPart(operation: Operation, components: Components): Html {
  const { status, media, schema, others } = goodAnswer(operation)
  const isObject = propertiesOf(resolve(schema, components), components).properties.length > 0
  const also = others.map(
    ([other, { schema: each }]) =>
      html`<p>Also as <code>${other}</code>. ${each.description && words(each.description)}</p>`,
  )
  return html`<h3>Answer <span class="status good">${status}</span></h3>${
    isObject ? fieldList(schema, components, false) : html`<p><code>${media}</code></p>`
  }${also}`
}

function errorPart({ responses }: Operation): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => {
      const ids = [...description.matchAll(/`(\w+)`/g)].map(
        ([, id]) => html`<a href="/docs/errors#${id}"><code>${id}</code></a> `,
      )
      return html`<div><dt><span class="status bad">${status}</span></dt><dd>${ids}</dd></div>`
    })
  return html`<h3>Errors</h3><dl class="errors">${rows}</dl>`
}

function sampleTabs({ operationId, 'x-codeSamples': samples }: Operation): Html {
  const tabs = samples.map(
    ({ lang, label }, index) =>
      html`<button type="button" role="tab" id="${operationId}-${lang}-tab" data-language="${lang}" aria-controls="${operationId}-${lang}" aria-selected="${index === 0 ? 'true' : 'false'}"${index > 0 && html` tabindex="-1"`}>${label}</button>`,
  )
  const panels = samples.map(
    ({ lang, source }, index) =>
      html`<div role="tabpanel" id="${operationId}-${lang}" data-language="${lang}" aria-labelledby="${operationId}-${lang}-tab"${index > 0 && html` hidden`}>${codeBlock(highlight(source, lang))}</div>`,
  )
  return html`<div class="samples"><div class="bar"><div role="tablist" aria-label="Language of the sample">${tabs}</div></div>${panels}</div>`
}

function answerExample(operation: Operation): Html {
  const { status, example } = goodAnswer(operation)
  const text = typeof example === 'string' ? html`${example}` : highlightJson(JSON.stringify(example, null, 2))
  return html`<div class="example"><p class="bar">Answer <span class="status good">${status}</span></p>${codeBlock(text)}</div>`
}

/** The script turns this into a form; without the script nothing could be sent. */
function tryIt({ method, path, operation, route }: Described): Html | false {
  if (route.media !== undefined) return false
  const body = operation.requestBody?.content['application/json']?.example
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2)
  return html`<div class="try" data-method="${method}" data-path="${path}"${text !== undefined && html` data-body="${text}"`}${
    method === 'GET' && operation.parameters.some((each) => each.in === 'query') && html` data-query`
  }><button type="button" hidden>Try it in the sandbox</button></div>`
}
