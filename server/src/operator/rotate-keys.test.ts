import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Api, MASTER_KEY, startTestService } from '../../test/harness.ts'
import {
  asOwner,
  environmentOf,
  fails,
  get,
  serveOn,
  succeeds,
  temporaryFolder,
} from '../../test/operator/operator-fixture.ts'

const newCard = (api: Api) => api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1 })

test('rotate-keys rotates a key file while a running service creates and reveals cards', async () => {
  const folder = temporaryFolder()
  const keyFile = { CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_MASTER_KEY: '' }
  const service = await startTestService(keyFile)
  const env = { ...environmentOf(service.connection), ...keyFile }
  const api = await service.fundedWorkspace(500)
  const before = (await newCard(api)).body
  const shown = (await api.get(`/cards/${before.id}/details`)).body

  const stop = new AbortController()
  const statuses: number[] = []
  const traffic = (async () => {
    while (!stop.signal.aborted) {
      const card = await newCard(api)
      statuses.push(card.status, (await api.get(`/cards/${card.body.id}/details`)).status)
    }
  })()
  for (const version of [2, 3])
    assert.match(
      await succeeds(['rotate-keys'], env),
      new RegExp(`a new master key, version ${version}\\. [6-8] data keys`),
    )
  // A process that started after the rotation seals with the new key; the old process must open that too.
  const fresh = await serveOn(service.connection, keyFile)
  const made = await fetch(`${fresh}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bin_id: 'bin_visa_us_prepaid_1', amount: 1 }),
  })
  const newer = (await made.json()) as { id: string }
  stop.abort()
  await traffic

  assert.deepEqual([...new Set(statuses)].sort(), [200, 201])
  assert.deepEqual((await api.get(`/cards/${before.id}/details`)).body, shown)
  assert.deepEqual(await get(fresh, api.key, `/cards/${before.id}/details`), shown)
  assert.deepEqual(
    (await api.get(`/cards/${newer.id}/details`)).body,
    await get(fresh, api.key, `/cards/${newer.id}/details`),
  )
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(folder, 'master.key'), 'utf8')).versions), ['1', '2', '3'])
  const versions = await asOwner(service.connection)`select distinct master_version from data_keys`
  assert.deepEqual(
    versions.map((row) => row.master_version),
    [3],
  )
  await service.audit()
})

test('rotate-keys replaces a configured master key; the running service continues, and a restart uses the new key', async () => {
  const service = await startTestService()
  const env = environmentOf(service.connection)
  const api = await service.fundedWorkspace(100)
  const card = (await newCard(api)).body
  const shown = (await api.get(`/cards/${card.id}/details`)).body
  const path = join(temporaryFolder(), 'new-key')
  const newKey = Buffer.alloc(32, 9).toString('base64')

  assert.match(await fails(['rotate-keys'], env, 2), /needs --new-key-file PATH/)
  writeFileSync(path, 'short')
  assert.match(await fails(['rotate-keys', '--new-key-file', path], env), /does not contain 32 bytes in base64/)
  writeFileSync(path, MASTER_KEY)
  assert.match(await fails(['rotate-keys', '--new-key-file', path], env), /the new master key is already in use/)
  writeFileSync(path, `${newKey}\n`)
  const said = await succeeds(['rotate-keys', '--new-key-file', path], env)
  assert.match(said, /6 data keys were wrapped again\.\nNow set CARDWRIGHT_MASTER_KEY to the new value and restart/)
  assert.ok(!said.includes(newKey), said)
  assert.match(await succeeds(['rotate-keys', '--new-key-file', path], env), /already wrapped by the new master key/)

  assert.deepEqual((await api.get(`/cards/${card.id}/details`)).body, shown)
  assert.equal((await newCard(api)).status, 201)
  assert.match(await fails(['rotate-keys', '--seal-only'], env), /give the master key this database was made with/)
  const fresh = await serveOn(service.connection, { CARDWRIGHT_MASTER_KEY: newKey })
  assert.deepEqual(await get(fresh, api.key, `/cards/${card.id}/details`), shown)
  assert.match(
    await succeeds(['rotate-keys', '--seal-only'], { ...env, CARDWRIGHT_MASTER_KEY: newKey }),
    /A new seal key is in use/,
  )
})

test('rotate-keys changes nothing if other users can read the key file', async () => {
  const folder = temporaryFolder()
  const keyFile = { CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_MASTER_KEY: '' }
  const service = await startTestService(keyFile)
  chmodSync(join(folder, 'master.key'), 0o444)
  assert.match(
    await fails(['rotate-keys'], { ...environmentOf(service.connection), ...keyFile }),
    /is open to other users .* run: chmod 400/,
  )
  assert.equal(Object.keys(JSON.parse(readFileSync(join(folder, 'master.key'), 'utf8')).versions).length, 1)
})
