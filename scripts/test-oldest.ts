// npm run test:oldest     the tests of money, of the operator's commands and of the contract on the oldest PostgreSQL that the
//                         service supports (server/src/database/check-server.ts); `npm test` uses the newest one
//
// Test files that start a server of their own still use the newest one. Where the oldest is not installed, the command says so and
// ends well, except with CI=true.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isOldestInstalled } from './oldest-postgres.ts'

const FILES = [
  'server/test/money',
  'server/test/contract',
  'server/src/database/archive-state.test.ts',
  'server/src/database/check-server.test.ts',
  'server/src/database/logins.test.ts',
  'server/src/database/migrate.test.ts',
  'server/src/operator',
]

if (!isOldestInstalled()) {
  console.log('﹣ the oldest PostgreSQL is not installed: npm run oldest:install')
  process.exit(process.env.CI === 'true' ? 1 : 0)
}
const files = process.argv.length > 2 ? process.argv.slice(2) : FILES
const child = spawn(process.execPath, ['scripts/test.ts', '--only-tests', ...files], {
  env: { ...process.env, CARDWRIGHT_OLDEST_POSTGRES: 'true' },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
