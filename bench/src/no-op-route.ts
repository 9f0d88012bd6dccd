// The real application with an engine that decides nothing: the same key, limits, validation and answer, without the
// books. The difference from the real service is the cost of deciding and writing.

import { pino } from 'pino'
import { readConfig } from '../../server/src/config/config.ts'
import { buildApp } from '../../server/src/start/app.ts'
import { openConnection } from '../../server/src/start/open-connection.ts'
import { openServices } from '../../server/src/start/start.ts'

const [, , dataDir, port] = process.argv
const undo: (() => Promise<unknown>)[] = []
const off = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_HOUR: '0' }
const config = readConfig({ CARDWRIGHT_DATA_DIR: dataDir, PORT: port, ...off })
const log = pino({ level: 'error' })
const services = await openServices(config, log, await openConnection(config, log, undo, 'operator'), undo)
const text = JSON.stringify({
  approved: true,
  decline_reason: null,
  transaction: { id: 'txn_3p01m7fvfr85e5mtekznx29q5n67', amount: -0.01 },
})
const engine = { submit: async () => ({ status: 201, text, isReplay: false }) }
const app = buildApp({ ...services, engine: engine as never })
await app.listen({ host: '127.0.0.1', port: config.port })
process.on('SIGTERM', async () => {
  await app.close()
  for (const step of undo) await step()
  process.exit(0)
})
