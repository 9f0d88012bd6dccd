// Compares the document with the service: events and responses have the documented shapes, and headers and links are
// correct.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { eventTypeNames } from '../../src/events/event-types.ts'
import { followReference } from '../../src/reference/follow-reference.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { routes } from '../../src/routes.ts'
import { newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { ads, anotherKey, DAY, done, type Json, openScene, type Scene, sceneOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0', RATE_LIMIT_PER_MINUTE: '100000' })
const document: Json = JSON.parse(JSON.stringify(openApiDocument()))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'document')

const pointer = (...parts: string[]) => parts.map((part) => part.replaceAll('/', '~1')).join('/')

/** Returns a validator of the schema at this place, which also rejects fields that the schema does not name. */
function shapeAt(...parts: string[]): ValidateFunction {
  return ajv.compile({ allOf: [{ $ref: `document#/${pointer(...parts)}` }], unevaluatedProperties: false })
}

function assertFits(validate: ValidateFunction, value: unknown, name: string): void {
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`)
}

test('every reference within the document can be resolved', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  for (const [, path] of references) {
    const found = path!.split('/').reduce((node: Json, part) => node?.[part.replaceAll('~1', '/')], document)
    assert.ok(found, path!)
  }
})

test('an error response that several operations share is defined once, in the components', () => {
  const inline = Object.values<Json>(document.paths)
    .flatMap((methods) => Object.values<Json>(methods))
    .flatMap(({ responses }) => Object.entries<Json>(responses))
    .filter(([status, response]) => Number(status) >= 400 && response.$ref === undefined)
    .map(([, response]) => JSON.stringify(response))
  const repeated = inline.filter((text, index) => inline.indexOf(text) !== index)
  assert.deepEqual(repeated, [])
  const shared = Object.values<Json>(document.components.responses).map((response) => JSON.stringify(response))
  assert.equal(new Set([...shared, ...inline]).size, shared.length + inline.length)
})

/** Creates a spend request with each outcome that causes an event. */
async function everyRequest({ api }: Scene): Promise<void> {
  const other = await anotherKey(service, api)
  const asked = { amount: 5, merchant: { name: ads.name }, reason: 'The manual for the printer.' }
  const [used, denied] = [0, 1].map(() => other.post('/spend-requests', asked))
  await other.post('/spend-requests', asked) // Nobody decides on this request.
  const { card_id } = done(await api.post(`/spend-requests/${done(await used!, 201).id}/approve`), 200)
  await sceneOf(api, card_id).hold(5)
  done(await api.post(`/spend-requests/${done(await denied!, 201).id}/deny`), 200)
}

/** Causes one of every event, through the API and the sandbox. */
async function everyEvent(): Promise<Json[]> {
  const scene = await openScene(service)
  const { api, card, hold, on, call } = scene
  const { id } = await newCard(api, { amount: 5 })
  await api.post(`/cards/${id}/fund`, { amount: 1 })
  await api.post(`/cards/${id}/freeze`)
  await api.post(`/cards/${id}/unfreeze`)
  await api.delete(`/cards/${id}`)
  const settlement = done(await on(await hold(5), 'settle'), 201)
  await call('refunds', { transaction_id: settlement.id })
  await call('refunds', { card_id: card, merchant: ads, amount: 1 })
  await scene.reason(1_000_000)
  await on(await hold(3), 'reverse', { amount: 1 })
  await on(await hold(2), 'expire')
  await scene.challenge(1)
  const deposit = { currency: 'usdt', amount_crypto: '20' }
  await call('deposits', { ...deposit, confirm: true })
  await call(`deposits/${done(await call('deposits', deposit), 201).id}/expire`)
  await everyRequest(scene)
  const hook = done(await api.post('/webhooks', { url: 'https://example.com/hook', events: ['card.created'] }), 201)
  await api.post(`/webhooks/${hook.id}/test`)
  await scene.advance(DAY)
  return done(await api.get('/events?per_page=100'), 200).data
}

test('every event type has its own schema, and events are sent in that shape', async () => {
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypeNames, 'authorization.request'])
  const events = await everyEvent()
  assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), [...eventTypeNames].sort())
  for (const event of events) {
    const schema = ['webhooks', event.type, 'post', 'requestBody', 'content', 'application/json', 'schema']
    assertFits(shapeAt(...schema), event, event.type)
    assertFits(shapeAt(...schema, 'properties', 'data'), event.data, `${event.type} data`)
    const other = event.type === 'card.created' ? 'card.terminated' : 'card.created'
    assert.ok(
      !shapeAt('webhooks', other, ...schema.slice(2))(event),
      `${event.type} also matches the schema of ${other}`,
    )
  }
})

test('lists return the documented shape, by page and by cursor', async () => {
  const scene = await openScene(service)
  for (let n = 0; n < 2; n++) await newCard(scene.api, { amount: 1 })
  for (let n = 0; n < 2; n++) await scene.hold(1)
  for (const path of ['/cards', '/transactions', '/wallet/transactions', '/events', '/request-logs']) {
    const validate = ajv.compile({
      $ref: `document#/${pointer('paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema')}`,
    })
    const first = done(await scene.api.get(`${path}?per_page=1`), 200)
    assertFits(validate, first, path)
    assertFits(validate, done(await scene.api.get(`${path}?cursor=${first.pagination.next_cursor}`), 200), path)
  }
})

test('responses have the headers that the document names for them', async () => {
  const api = await service.fundedWorkspace(10)
  const key = { 'x-idempotency-key': 'one' }
  const body = { bin_id: 'bin_visa_us_prepaid_1', amount: 1 }
  await api.post('/cards', body, key)
  const seen = [
    { path: '/cards', method: 'get', answer: await api.get('/cards') },
    { path: '/cards', method: 'get', answer: await api.get('/cards?page=0') },
    { path: '/cards', method: 'get', answer: await service.api('sk_test_nobody').get('/cards') },
    { path: '/cards', method: 'post', answer: await api.post('/cards', body, key) },
    { path: '/cards/{card_id}', method: 'get', answer: await api.get('/cards/card_nobody') },
  ]
  for (const { path, method, answer } of seen) {
    const response: Json = document.paths[path][method].responses[answer.status]
    const named = Object.keys(followReference(document, response).headers)
    const missing = named.filter((name) => answer.headers.get(name) === null && name !== 'Idempotent-Replayed')
    assert.deepEqual(missing, [], `${method} ${path} ${answer.status}`)
  }
  assert.equal(seen[3]!.answer.headers.get('idempotent-replayed'), 'true')
})

test('links lead from a part of a response to a parameter of an existing operation', () => {
  const operations = new Map(
    Object.values<Json>(document.paths)
      .flatMap((methods) => Object.values<Json>(methods))
      .map((operation) => [operation.operationId, operation]),
  )
  let count = 0
  for (const { operationId: from, responses } of operations.values())
    for (const response of Object.values<Json>(responses))
      for (const { operationId: to, parameters } of Object.values<Json>(response.links ?? {}))
        for (const [name, expression] of Object.entries<string>(parameters)) {
          count += 1
          assert.ok(
            operations.get(to)?.parameters.some((each: Json) => each.name === name),
            `${from} → ${to} ${name}`,
          )
          if (expression.startsWith('$response.body#/')) assertHolds(response, expression.slice(16), from)
        }
  assert.ok(count > routes.filter((route) => 'cursor' in (route.query?.properties ?? {})).length, `${count} links`)
})

function assertHolds(response: Json, path: string, name: string): void {
  let schema = response.content['application/json'].schema
  for (const part of path.split('/')) schema = propertiesOf(schema)[part] ?? assert.fail(`${name} has no ${path}`)
}

function propertiesOf(schema: Json): Json {
  if (schema.$ref) return propertiesOf(document.components.schemas[schema.$ref.split('/').at(-1)])
  const parts: Json[] = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
  return Object.assign({}, schema.properties, ...parts.map(propertiesOf))
}

test('the two ways to name a card exclude each other in the document, as in the service', async () => {
  const { api, card } = await openScene(service)
  const { pan } = done(await api.get(`/cards/${card}/details`), 200)
  const validate = ajv.compile({
    $ref: `document#/${pointer('paths', '/sandbox/authorizations', 'post', 'requestBody', 'content', 'application/json', 'schema')}`,
  })
  for (const who of [{ card_id: card }, { pan }, { card_id: card, pan }, {}]) {
    const body = { ...who, amount: 1, merchant: ads }
    const { status } = await api.post('/sandbox/authorizations', body)
    assert.equal(validate(body), status === 201, JSON.stringify(Object.keys(who)))
  }
})

test('the pattern of a date accepts the same dates as the service', async () => {
  const api = await service.workspace()
  const [from] = document.paths['/transactions'].get.parameters.filter(({ name }: Json) => name === 'from')
  const pattern = new RegExp(from.schema.pattern)
  for (const text of ['2026-11-15', '2026-11-15T09:30', '2026-11-15T09:30:00Z', '2026-11-15T09:30:00.123+02:00'])
    assert.deepEqual(
      [pattern.test(text), (await api.get(`/transactions?from=${encodeURIComponent(text)}`)).status],
      [true, 200],
    )
  for (const text of ['2026', '15.11.2026', '2026-11-15T09', '2026-11-15 09:30:00Z', 'now', ''])
    assert.deepEqual(
      [pattern.test(text), (await api.get(`/transactions?from=${encodeURIComponent(text)}`)).status],
      [false, 400],
    )
})
