// A service that can be stopped and started again on the same database and port.

import { after } from 'node:test'
import { pino } from 'pino'
import { createApiKey } from '../../server/src/accounts/api-keys.ts'
import { createAccount } from '../../server/src/accounts/create-account.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { buildApp } from '../../server/src/start/app.ts'
import { openServices } from '../../server/src/start/start.ts'
import { startWorker } from '../../server/src/worker.ts'
import { MASTER_KEY, testDatabase } from '../../server/test/harness.ts'

const holder = {
  name: 'Test',
  holderName: 'Grace Test',
  billingAddress: { line1: '2 Test Road', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
}

export async function restartableService() {
  const connection = await testDatabase()
  const config = readConfig({
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    CARDWRIGHT_DATA_DIR: '/nonexistent',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
  })
  let port = 0
  let running: { key(): Promise<string>; stop(): Promise<void> } | undefined
  const start = async () => {
    const undo: (() => Promise<unknown>)[] = []
    const services = await openServices(config, pino({ level: 'silent' }), connection, undo)
    undo.unshift(startWorker(services))
    const app = buildApp(services)
    const url = new URL(await app.listen({ host: '127.0.0.1', port }))
    port = Number(url.port)
    running = {
      key: () =>
        services.database.transaction(async (tx) => {
          const { id } = await createAccount(tx, { ...holder, now: new Date() })
          return (await createApiKey(tx, { accountId: id, environment: 'sandbox', name: 'test', now: new Date() })).key
        }),
      async stop() {
        await app.close()
        for (const step of undo) await step()
      },
    }
  }
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  await start()
  after(stop)
  return { url: `http://127.0.0.1:${port}`, key: () => running!.key(), start, stop }
}
