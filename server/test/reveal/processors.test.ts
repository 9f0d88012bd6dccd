// Cards whose numbers are at a processor: our page shows the number if the processor gives it to us, otherwise the
// processor's page does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { assertError } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { environmentOf, OUTSIDE_BIN, openScene } from '../processors/scene.ts'
import { auditOf, hasNumber, newSession, ORIGIN, openPage } from './reveal-page.ts'

const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))
const { world: lithic, name } = scenes.find(({ world }) => world.kind === 'lithic')!
const paged = await startTestService(environmentOf(name, { ...lithic, options: { reveal: 'page' } }))

for (const { world, service, newCard } of scenes) {
  test(`${world.kind}: the card number passes through to our page, and a missing response does not use up the session`, async () => {
    const api = await service.fundedWorkspace(1_000)
    const { id } = await newCard(api, 50)
    const { pan } = (await api.get(`/cards/${id}/details`)).body
    const session = await newSession(api, id)
    world.faults.push('fail')
    const away = await openPage(session)
    assert.deepEqual([away.status, away.state, hasNumber(away.html)], [503, 'later', false])
    assert.ok((await openPage(session)).html.includes(`data-number="${pan}"`), 'the page does not show the card number')
    assert.equal((await openPage(session)).state, 'ended')
    await service.audit()
  })
}

for (const { world, service, newCard } of scenes) {
  test(`${world.kind}: a rejection by the processor is shown, also on the page, and does not use up the session`, async () => {
    const api = await service.fundedWorkspace(1_000)
    const { id } = await newCard(api, 50)
    const session = await newSession(api, id)
    world.faults.push('refuse')
    assertError(await api.get(`/cards/${id}/details`), 400, 'processor_refused')
    world.faults.push('refuse')
    const refused = await openPage(session)
    assert.deepEqual([refused.status, refused.state, hasNumber(refused.html)], [400, 'refused', false])
    assert.equal((await openPage(session)).state, 'open')
    await service.audit()
  })
}

test('a program or an API key that may not see card numbers is reported as a rejection, not as an outage', async () => {
  const [lithicScene, stripeScene] = [await openScene('lithic', { seed: 71 }), await openScene('stripe', { seed: 72 })]
  lithicScene.world.hideNumbers()
  stripeScene.world.state.hidesNumbers = true
  for (const { service, newCard } of [lithicScene, stripeScene]) {
    const api = await service.fundedWorkspace(1_000)
    const { id } = await newCard(api, 50)
    const refused = await api.get(`/cards/${id}/details`)
    assertError(refused, 400, 'processor_refused')
    assert.match(refused.body.message, /gives this program no card numbers|does not show the numbers of cards/)
    const page = await openPage(await newSession(api, id))
    assert.deepEqual([page.status, page.state], [400, 'refused'])
    await service.audit()
  }
})

test("if the processor shows numbers itself, the session has the processor's URL and the card details are rejected", async () => {
  const api = await paged.fundedWorkspace(1_000)
  const { id } = (await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 50 })).body
  assertError(await api.get(`/cards/${id}/details`), 400, 'reveal_session_required')
  const session = await newSession(api, id)
  assert.match(session.id, /^rev_/)
  const address = new URL(session.url)
  assert.equal(address.origin + address.pathname, `${new URL(lithic.baseUrl).origin}/v1/embed/card`)
  const request = JSON.parse(Buffer.from(address.searchParams.get('embed_request')!, 'base64').toString())
  assert.equal(request.target_origin, ORIGIN)
  assert.equal(request.expiration, session.expires_at)
  // The processor does not report when the page is opened.
  const actions = (await auditOf(paged, id)).map(({ action }) => action)
  assert.deepEqual(actions, ['card.reveal-session', 'card.reveal'])
  await paged.audit()
})
