import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { ensureFirstAccount } from '../src/start/first-start.ts'
import { openServices } from '../src/start/start.ts'
import { MASTER_KEY, testDatabase } from './harness.ts'

test('processes that start together on a new database do not disturb each other', async () => {
  const connection = await testDatabase()
  const config = readConfig({ CARDWRIGHT_MASTER_KEY: MASTER_KEY, CARDWRIGHT_DATA_DIR: '/nonexistent' })
  const start = async () => {
    const undo: (() => Promise<unknown>)[] = []
    after(async () => {
      for (const step of undo) await step()
    })
    const services = await openServices(config, pino({ level: 'silent' }), connection, undo)
    return ensureFirstAccount(services.database, config, services.clock())
  }
  const started = await Promise.all(Array.from({ length: 4 }, start))
  assert.equal(
    started.filter(({ sandboxKey }) => sandboxKey !== undefined).length,
    1,
    'the demo account is created once',
  )
})
