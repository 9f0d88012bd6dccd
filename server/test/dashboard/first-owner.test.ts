import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureFirstAccount } from '../../src/start/first-start.ts'
import { startTestService } from '../harness.ts'
import { browserOf, PASSWORD, tokenOf } from '../people.ts'

const service = await startTestService()
const start = (role: 'all' | 'worker' = 'all') =>
  ensureFirstAccount(service.services.database, { ...service.config, role }, new Date())

test('every start creates a link for the first owner until somebody has joined', async () => {
  assert.deepEqual(Object.keys(await start('worker')), ['sandboxKey'])
  const lost = await start()
  const found = await start()
  assert.deepEqual([lost.sandboxKey, found.sandboxKey], [undefined, undefined])
  assert.match(found.joinPath!, /^\/join#[\w-]{43}$/)
  const owner = browserOf(service.url)
  const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const { status } = await owner.post('/dashboard/links/accept', { token: tokenOf(found.joinPath!), ...person })
  assert.equal(status, 201)
  const { body: session } = await owner.get('/dashboard/session')
  assert.deepEqual([session.account.name, session.user.role], ['Demo', 'owner'])
  assert.deepEqual((await owner.get('/v1/wallet/balance')).body.balance, 24_750)
  const late = await browserOf(service.url).post('/dashboard/links/inspect', { token: tokenOf(lost.joinPath!) })
  assert.equal(late.status, 404)
  assert.deepEqual(await start(), {})
})
