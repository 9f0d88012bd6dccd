// A verification is an authorization of at most 1.00 on a card with `uses`: it is approved without holding money, at
// most three times, and settles from the balance of the card.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { done, openScene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('three verifications hold no money and count as no uses, the fourth is declined, and the purchase is approved', async () => {
  const { summary, hold, reason, api, card } = await openScene(service, { amount: 20, controls: { uses: 1 } })
  for (const amount of [1, 0.01, 0.5]) await hold(amount)
  const { balance, held } = await summary()
  assert.deepEqual([balance, held], [20, 0])
  assert.equal(done(await api.get(`/cards/${card}/limits`), 200).uses.used, 0)
  assert.equal(await reason(1), 'use_limit_reached')
  assert.equal(await reason(20.01), 'insufficient_funds')
  await hold(20)
  assert.equal((await summary()).status, 'terminated')
  await service.audit()
})

test('a settled verification is taken from the card, and a reversal or an expiry ends it', async () => {
  const { summary, hold, on, api } = await openScene(service, { amount: 20, controls: { uses: 2 } })
  const [settled, reversed, expired] = [await hold(1), await hold(1), await hold(1)]
  assert.equal(done(await on(settled, 'settle'), 201).amount, -1)
  assert.equal(done(await on(reversed, 'reverse'), 200).authorization_status, 'reversed')
  assert.equal(done(await on(expired, 'expire'), 200).authorization_status, 'expired')
  assert.deepEqual([(await summary()).balance, (await summary()).held], [19, 0])
  const { data } = done(await api.get('/transactions?type=authorization'), 200)
  assert.deepEqual(
    data.map(({ amount }: { amount: number }) => amount),
    [-1, -1, -1],
  )
  await service.audit()
})

test('an increment turns a verification into a purchase that holds money and counts as a use', async () => {
  const { summary, hold, on } = await openScene(service, { amount: 20, controls: { uses: 1 } })
  const verification = await hold(1)
  assert.equal(done(await on(verification, 'increment', { amount: 0.01 }), 201).approved, true)
  assert.deepEqual([(await summary()).status, (await summary()).held], ['terminated', 0.01])
  await service.audit()
})

test('a card without uses holds small amounts like any other', async () => {
  const { summary, hold } = await openScene(service, { amount: 20, controls: { merchant_lock: 'first' } })
  for (let times = 0; times < 4; times++) await hold(1)
  assert.deepEqual([(await summary()).balance, (await summary()).held], [16, 4])
  await service.audit()
})

test('changing controls does not reset the count of verifications, and limits count only held amounts', async () => {
  const { hold, reason, api, card } = await openScene(service, { amount: 20, controls: { uses: 3 } })
  for (let times = 0; times < 3; times++) await hold(1)
  await hold(4)
  const controls = { uses: 5, limits: [{ window: 'day', amount: 10 }] }
  done(await api.patch(`/cards/${card}`, { controls }), 200)
  const [, day] = done(await api.get(`/cards/${card}/limits`), 200).data
  assert.deepEqual([day.used_amount, day.used_count], [4, 4])
  assert.equal(await reason(1), 'use_limit_reached')
  await service.audit()
})

test('an empty card can be verified, but not in a blocked country', async () => {
  const { hold, reason, api, card } = await openScene(service, {
    amount: 20,
    controls: { uses: 1, countries: { blocked: ['FR'] } },
  })
  done(await api.post(`/cards/${card}/withdraw`, { amount: 20 }), 200)
  await hold(1)
  assert.equal(await reason(1, { merchant: { name: 'Shop', mcc: '5411', country: 'FR' } }), 'country_not_allowed')
  await service.audit()
})
