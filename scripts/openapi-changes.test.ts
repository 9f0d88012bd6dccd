import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingChanges, mayBreak } from './openapi-changes.ts'
import type { Document, Json } from './openapi-shapes.ts'

function sample(): Document {
  return {
    info: { version: '0.1.0' },
    paths: {
      '/cards': {
        get: {
          operationId: 'listCards',
          parameters: [
            { name: 'status', in: 'query', required: false, schema: { type: 'string', enum: ['active', 'frozen'] } },
          ],
          responses: {
            200: json({
              type: 'object',
              required: ['data'],
              properties: { data: { type: 'array', items: ref('Card') } },
            }),
          },
        },
        post: {
          operationId: 'createCard',
          parameters: [],
          requestBody: {
            required: false,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['amount'],
                  properties: {
                    amount: { type: 'integer', minimum: 1, maximum: 5000 },
                    label: { type: 'string', maxLength: 64 },
                    metadata: {
                      type: 'object',
                      patternProperties: { '^.*$': { anyOf: [{ type: 'string' }, { type: 'number' }] } },
                    },
                  },
                  additionalProperties: false,
                },
              },
            },
          },
          responses: { 201: json(ref('Card')), 400: json(ref('Error')) },
        },
      },
    },
    components: {
      schemas: {
        Card: {
          allOf: [
            {
              type: 'object',
              required: ['id', 'status'],
              properties: { id: { type: 'string' }, status: { type: 'string', enum: ['active', 'frozen'] } },
            },
            { type: 'object', properties: { frozen_at: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
          ],
        },
        Error: { type: 'object', required: ['error'], properties: { error: { type: 'string', enum: ['a', 'b'] } } },
      },
    },
  }
}

function json(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

type Change = [what: string, change: (document: Document) => void, faults: string[]]

const get = (document: Document): Json => document.paths['/cards']!.get!
const post = (document: Document): Json => document.paths['/cards']!.post!
const body = (document: Document): Json => post(document).requestBody.content['application/json'].schema
const card = (document: Document): Json => document.components!.schemas.Card.allOf[0]
const nullable = (document: Document): Json => document.components!.schemas.Card.allOf[1].properties.frozen_at

function moveBody(document: Document): void {
  document.components!.schemas.Body = body(document)
  post(document).requestBody.content['application/json'].schema = ref('Body')
}

function moveAnswer(document: Document): void {
  document.components!.responses = { Created: post(document).responses[201] }
  post(document).responses[201] = { $ref: '#/components/responses/Created' }
}

function moveAndLoseMedia(document: Document): void {
  moveAnswer(document)
  document.components!.responses.Created.content = {}
}

function moveParameter(document: Document): void {
  document.components!.parameters = { Status: get(document).parameters[0] }
  get(document).parameters[0] = { $ref: '#/components/parameters/Status' }
}

function demandField(document: Document): void {
  body(document).properties.x = {}
  body(document).required.push('x')
}

const POST = 'POST /cards:'
const GET = 'GET /cards:'

const changes: Change[] = [
  // Additions do not break clients.
  ['no change', () => {}, []],
  ['a new path', (d) => (d.paths['/bins'] = { get: { responses: {} } }), []],
  ['a new operation', (d) => (d.paths['/cards']!.delete = { responses: {} }), []],
  [
    'a new optional parameter',
    (d) => get(d).parameters.push({ name: 'label', in: 'query', schema: { type: 'string' } }),
    [],
  ],
  ['a new optional field of the body', (d) => (body(d).properties.note = { type: 'string' }), []],
  ['a field that is no longer required', (d) => (body(d).required = []), []],
  ['a wider range', (d) => (body(d).properties.amount.maximum = 10_000), []],
  ['a wider type of the body', (d) => (body(d).properties.amount.type = 'number'), []],
  ['a new field of an answer', (d) => (card(d).properties.last4 = { type: 'string' }), []],
  ['an answer that always has a field', (d) => card(d).required.push('frozen_at'), []],
  ['an answer that is never null', (d) => (nullable(d).anyOf = [{ type: 'string' }]), []],
  ['a new value of an enum', (d) => card(d).properties.status.enum.push('terminated'), []],
  ['a new error', (d) => d.components!.schemas.Error.properties.error.enum.push('c'), []],
  ['a new status', (d) => (post(d).responses[503] = json(ref('Error'))), []],
  ['a schema that is moved to the components', moveBody, []],
  ['an answer that is moved to the components', moveAnswer, []],
  ['a parameter that is moved to the components', moveParameter, []],
  // The changes below break clients.
  ['a removed path', (d) => delete d.paths['/cards'], [`${GET} removed`, `${POST} removed`]],
  ['a removed operation', (d) => delete d.paths['/cards']!.post, [`${POST} removed`]],
  ['a renamed operation', (d) => (get(d).operationId = 'cards'), [`${GET} operationId listCards became cards`]],
  ['a removed parameter', (d) => (get(d).parameters = []), [`${GET} query parameter status removed`]],
  [
    'a new required parameter',
    (d) => get(d).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    [`${GET} query parameter x is now required`],
  ],
  [
    'a parameter that becomes required',
    (d) => (get(d).parameters[0].required = true),
    [`${GET} query parameter status is now required`],
  ],
  [
    'a narrower enum of a parameter',
    (d) => get(d).parameters[0].schema.enum.pop(),
    [`${GET} query parameter status no longer knows frozen`],
  ],
  ['a body that becomes required', (d) => (post(d).requestBody.required = true), [`${POST} the body is now required`]],
  ['a shared answer without JSON', moveAndLoseMedia, [`${POST} answer 201 has no application/json any more`]],
  ['a removed body', (d) => delete post(d).requestBody, [`${POST} the body was removed`]],
  ['a removed field of the body', (d) => delete body(d).properties.label, [`${POST} body.label removed`]],
  ['a field that becomes required', (d) => body(d).required.push('label'), [`${POST} body.label is now required`]],
  ['a new field that is required', demandField, [`${POST} body.x is now required`]],
  [
    'a changed type in the body',
    (d) => (body(d).properties.amount.type = 'string'),
    [`${POST} body.amount was integer and is now string`],
  ],
  [
    'a lower maximum',
    (d) => (body(d).properties.amount.maximum = 10),
    [`${POST} body.amount has a tighter maximum, 10`],
  ],
  [
    'a higher minimum',
    (d) => (body(d).properties.amount.minimum = 2),
    [`${POST} body.amount has a tighter minimum, 2`],
  ],
  [
    'a new length limit',
    (d) => (body(d).properties.label.minLength = 1),
    [`${POST} body.label has a tighter minLength, 1`],
  ],
  ['a new pattern', (d) => (body(d).properties.label.pattern = '^a'), [`${POST} body.label has a new pattern`]],
  [
    'free text that becomes a list',
    (d) => (body(d).properties.label.enum = ['a']),
    [`${POST} body.label is now one of a list`],
  ],
  [
    'a narrower type of the values of a dictionary',
    (d) => (body(d).properties.metadata.patternProperties['^.*$'] = { type: 'string' }),
    [`${POST} body.metadata.* was number or string and is now string`],
  ],
  ['a removed answer', (d) => delete post(d).responses[201], [`${POST} answer 201 removed`]],
  [
    'a removed field of an answer',
    (d) => delete card(d).properties.id,
    [`${GET} 200.data.[].id removed`, `${POST} 201.id removed`],
  ],
  [
    'a field of an answer that becomes optional',
    (d) => (card(d).required = ['id']),
    [`${GET} 200.data.[].status may now be absent`, `${POST} 201.status may now be absent`],
  ],
  [
    'a changed type in an answer',
    (d) => (card(d).properties.id.type = 'integer'),
    [`${GET} 200.data.[].id was string and is now integer`, `${POST} 201.id was string and is now integer`],
  ],
  [
    'an answer that may become null',
    (d) => (card(d).properties.id = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
    [
      `${GET} 200.data.[].id was string and is now null or string`,
      `${POST} 201.id was string and is now null or string`,
    ],
  ],
  [
    'a narrower enum of an answer',
    (d) => card(d).properties.status.enum.pop(),
    [`${GET} 200.data.[].status no longer knows frozen`, `${POST} 201.status no longer knows frozen`],
  ],
  [
    'a removed error',
    (d) => d.components!.schemas.Error.properties.error.enum.pop(),
    [`${POST} 400.error no longer knows b`],
  ],
]

for (const [what, change, faults] of changes) {
  test(`${what} ${faults.length === 0 ? 'breaks no client' : 'breaks clients'}`, () => {
    const after = sample()
    change(after)
    assert.deepEqual(breakingChanges(sample(), after), faults)
  })
}

test('a body that no longer accepts unknown fields breaks clients', () => {
  const before = sample()
  delete body(before).additionalProperties
  assert.deepEqual(breakingChanges(before, sample()), [`${POST} body refuses fields it does not know`])
})

test('a version may break clients only when its leading number rises', () => {
  const table: [string, string, boolean][] = [
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', false],
    ['0.1.0', '0.2.0', true],
    ['0.9.0', '1.0.0', true],
    ['1.0.0', '1.1.0', false],
    ['1.4.0', '2.0.0', true],
    ['1.0.0', '0.2.0', false],
  ]
  for (const [before, after, expected] of table)
    assert.equal(mayBreak(before, after), expected, `${before} to ${after}`)
})
