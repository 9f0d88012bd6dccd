// People can read events without seeing passcodes. Opening a passcode is recorded in the audit log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { done, openScene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('a person sees and logs a passcode only by opening its event through the API', async () => {
  const scene = await openScene(service)
  const owner = await join(service, await accountOf(service, scene.api.key), 'owner')
  const { id, otp } = await scene.challenge(5)
  const reads = async () => {
    const { data } = done(await owner.get('/dashboard/audit-log?action=3ds.read'), 200)
    const { user } = done(await owner.get('/dashboard/session'), 200)
    return data.filter(({ actor }: { actor: string }) => actor === user.id).length
  }
  const { data } = done(await owner.get('/v1/events?type=3ds.challenge'), 200)
  assert.equal(data[0].data.id, id)
  assert.doesNotMatch(JSON.stringify(data), new RegExp(otp))
  const looked = done(await owner.get(`/dashboard/events/${data[0].id}`), 200)
  assert.deepEqual(looked, data[0])
  assert.equal(await reads(), 0)
  assert.equal(done(await owner.get(`/v1/events/${data[0].id}`), 200).data.otp, otp)
  assert.equal(await reads(), 1)
  // A key with the right to reveal still reads passcodes in the list.
  assert.equal(done(await scene.api.get('/events?type=3ds.challenge'), 200).data[0].data.otp, otp)
  assert.equal((await owner.get(`/dashboard/events/${id}`)).status, 404)
  await service.audit()
})
