// A second process on the same database, as an operator who scales out would run it: the same service with its own
// memory. `secondService` runs it as a child. It sends its address to the parent and ends when the parent disconnects.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../../src/config/config.ts'
import type { ConnectionOptions } from '../../src/database/database.ts'
import { buildApp } from '../../src/start/app.ts'
import { openServices } from '../../src/start/start.ts'
import { MASTER_KEY, type TestService } from '../harness.ts'

type Start = { connection: ConnectionOptions; env: Record<string, string> }

/** Returns the address of the process, which ends with the test file. */
export async function secondService(
  service: TestService,
  env: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, ...env, SECOND_SERVICE: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  after(() => end(child))
  const start: Start = { connection: service.connection, env }
  child.send(start)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string))
    child.once('exit', (code) => reject(new Error(`the second service ended with ${code}`)))
  })
  return { url, child }
}

/**
 * Waits for the end of the process, so that it does not run during the next test file. It need not clean up, because
 * the database is dropped.
 */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function serve({ connection, env }: Start): Promise<void> {
  const off = {
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
    RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
  }
  const config = readConfig({
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    PORT: '0',
    CARDWRIGHT_DATA_DIR: '/nonexistent',
    ...off,
    ...env,
  })
  const services = await openServices(config, pino({ level: process.env.LOG_LEVEL ?? 'silent' }), connection, [])
  const app = buildApp(services)
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
}

if (process.env.SECOND_SERVICE === '1' && process.send) {
  process.once('message', (start) => serve(start as Start))
  process.once('disconnect', () => process.exit(0))
}
