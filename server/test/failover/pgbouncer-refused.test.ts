// A connection pooler between the service and PostgreSQL is rejected at the start, with a message that says what to do.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { accountFor, identity } from '../../src/database/embedded/run-as.ts'
import { refusePooler } from '../../src/database/refuse-pooler.ts'
import { until } from '../until.ts'
import { asOwner, freePort, type Node, startPair } from './replicated-postgres.ts'

const { primary } = await startPair({ isSynchronous: false })
const folder = mkdtempSync(join(tmpdir(), 'cardwright-pgbouncer-'))
const account = accountFor(statSync(folder))
chmodSync(folder, 0o755)
const running: ChildProcess[] = []
after(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function startPooler({ login, port }: Node, more: string[]): Promise<string> {
  const listening = await freePort()
  const file = (name: string, lines: string[]) => {
    const path = join(folder, `${name}-${listening}`)
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(path, account.uid, account.gid)
    return path
  }
  const users = file('users', [`"${login.username}" "${login.password}"`])
  const settings = file('pgbouncer', [
    '[databases]',
    `${login.database} = host=127.0.0.1 port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listening}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    ...more,
  ])
  running.push(spawn('pgbouncer', [settings], { ...identity(account), stdio: 'ignore' }))
  return `postgres://${login.username}:${encodeURIComponent(login.password)}@127.0.0.1:${listening}/${login.database}`
}

async function refusal(url: string): Promise<string> {
  return until('the pooler responds', async () => {
    const error = await refusePooler({ url }).catch((reason: Error & { code?: string }) => reason)
    return error?.code === 'ECONNREFUSED' ? undefined : (error?.message ?? 'let in')
  })
}

const IGNORED = 'ignore_startup_parameters = jit, lock_timeout, idle_in_transaction_session_timeout'

test('a pooler that rejects the settings of our connections is rejected at the start', async () => {
  const url = await startPooler(primary, ['pool_mode = transaction'])
  assert.match(await refusal(url), /^DATABASE_URL leads to a connection pooler, and it refuses the settings/)
})

test('a pooler that drops the settings of our connections is rejected in transaction mode and in session mode', async () => {
  for (const mode of ['transaction', 'session']) {
    const url = await startPooler(primary, [`pool_mode = ${mode}`, IGNORED])
    assert.match(await refusal(url), /^DATABASE_URL leads to a connection pooler, and it drops the settings/)
  }
})

test('a pooler that shares its connections is rejected even if the server has the settings', async () => {
  await asOwner(primary, (sql) => sql`alter role current_user set lock_timeout = '4s'`)
  const url = await startPooler(primary, ['pool_mode = transaction', IGNORED])
  assert.match(await refusal(url), /^DATABASE_URL leads to a connection pooler, and it gives transactions/)
  await asOwner(primary, (sql) => sql`alter role current_user reset lock_timeout`)
})

test('a direct connection to PostgreSQL is accepted', async () => {
  assert.equal(await refusal(primary.url), 'let in')
})
