// The service as `npm start` runs it, but with shorter intervals: it checks the chains several times a second and uses
// the exchanges of a test.

import { readConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/log.ts'
import { beginOpening } from '../../src/start/open-connection.ts'
import { startService } from '../../src/start/start.ts'

const log = createLog()
const url = process.env.TEST_EXCHANGES!
const config = readConfig(process.env)
const { url: address } = await startService(config, log, beginOpening(config, log), {
  // A shorter interval would keep the processors busy with polling.
  pollMs: 200,
  // The lease of a killed process has expired when the next one has started.
  leaseMs: 500,
  reconcileEvery: 1,
  recheckHeldMs: 200,
  exchangeUrls: { kraken: url, coinbase: url, bitstamp: url },
})
log.info({ url: `${address}/v1` }, 'listening')
