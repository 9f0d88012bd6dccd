// The question to the hook and its response, compared with their schemas in openapi.json.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { ads, done, type Json } from '../sandbox/scene.ts'
import { openHookScene, says, startHookService } from './scene.ts'

const service = await startHookService()
const document: Json = JSON.parse(JSON.stringify(openApiDocument()))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'document')

const { post } = document.webhooks['authorization.request']
const shapeOf = ({ content }: Json) => {
  const { $ref } = content['application/json'].schema
  return ajv.compile({ allOf: [{ $ref: `document${$ref}` }], unevaluatedProperties: false })
}

test('every question matches its schema: a new authorization, an increment and a test', async () => {
  const scene = await openHookScene(service)
  const transaction = await scene.hold(12.5, { merchant: { ...ads, id: '445566778899001', city: 'Austin' } })
  await scene.on(transaction, 'increment', { amount: 1 })
  done(await scene.api.post('/decision-hook/test'), 200)
  const validate = shapeOf(post.requestBody)
  assert.equal(scene.customer.questions.length, 3)
  for (const { body } of scene.customer.questions)
    assert.ok(validate(body), `${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`)
  await service.audit()
})

test('a response that matches its schema decides, and any other response is an error', async () => {
  const scene = await openHookScene(service)
  const validate = shapeOf(post.responses['200'])
  const answers = [
    { approved: true },
    { approved: true, amount: null, reason: null, metadata: null },
    { approved: true, reason: 'Known shop.', metadata: { ticket: 'T-1', risk: 0.1, checked: true } },
    { approved: 'yes' },
    { approved: true, amount: 0 },
    { approved: true, reason: 'x'.repeat(101) },
    { approved: true, metadata: { nested: {} } },
    {},
  ]
  for (const answer of answers) {
    scene.customer.respond = says(answer)
    const { decision } = (await scene.ask(1)).transaction
    assert.equal(decision.outcome === 'approved', validate(answer), JSON.stringify(answer))
  }
  await service.audit()
})
