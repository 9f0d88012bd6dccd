// Every body in the document has a realistic example that fits its schema and has no placeholder values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { addExamples } from '../../src/reference/examples/add-examples.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { routes } from '../../src/routes.ts'
import type { Json } from '../sandbox/scene.ts'

const document: Json = JSON.parse(JSON.stringify(openApiDocument()))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'document')

type Body = { path: string[]; content: Json }

/** Returns the bodies of requests, of successful responses and of deliveries, with their place in the document. */
function bodies(): Body[] {
  return ['paths', 'webhooks'].flatMap((part) =>
    Object.entries<Json>(document[part]).flatMap(([name, methods]) =>
      Object.entries<Json>(methods).flatMap(([method, { requestBody, responses }]) => {
        const at = [part, name, method]
        const request = contentsOf(requestBody, [...at, 'requestBody'])
        const good = Object.keys(responses).filter((status) => Number(status) < 300)
        return [
          ...request,
          ...good.flatMap((status) => contentsOf(responses[status], [...at, 'responses', status])),
        ].filter(({ path }) => path.at(-1) !== 'text/csv')
      }),
    ),
  )
}

function contentsOf(owner: Json | undefined, path: string[]): Body[] {
  return Object.entries<Json>(owner?.content ?? {}).map(([media, content]) => ({
    path: [...path, 'content', media],
    content,
  }))
}

test('every field of a response has an example', () => {
  assert.deepEqual(
    addExamples(structuredClone(document), routes),
    [],
    'give the field `examples` in its schema, or a value in server/src/reference/examples/field-values.ts',
  )
})

test('every example fits its schema and contains only fields that the schema names', () => {
  const found = bodies()
  assert.ok(found.length > routes.length + Object.keys(document.webhooks).length, `${found.length} bodies`)
  for (const { path, content } of found) {
    const name = path.join(' ')
    assert.notEqual(content.example, undefined, `${name} has no example`)
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')
    const validate = ajv.compile({
      allOf: [{ $ref: `document#/${pointer}/schema` }],
      unevaluatedProperties: false,
    })
    assert.ok(validate(content.example), `${name}: ${ajv.errorsText(validate.errors)}`)
  }
})

test('no value of an example is a placeholder', () => {
  const faults = bodies().flatMap(({ path, content }) =>
    valuesIn(content.example)
      .filter((value) => ['string', '…', '', 'example', 'text'].includes(value))
      .map((value) => `${path.join(' ')}: ${JSON.stringify(value)}`),
  )
  assert.deepEqual(faults, [])
})

function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : []
}

test('the example event of each type describes what happened', () => {
  for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
    const { example } = post.requestBody.content['application/json']
    assert.equal(example.type, type)
  }
  const data = (type: string) => document.webhooks[type].post.requestBody.content['application/json'].example.data
  assert.equal(data('card.frozen').status, 'frozen')
  assert.equal(data('transaction.declined').decline_reason, 'insufficient_funds')
  assert.equal(data('deposit.expired').credited_usd, 0)
  assert.ok(data('spend_request.approved').card_id, 'the example of spend_request.approved has no card_id')
})
