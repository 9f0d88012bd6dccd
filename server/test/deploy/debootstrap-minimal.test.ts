// Both commands of the README and the last stage of the image on a Debian with only its essential packages. The Node
// version of package-lock.json must run there.

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, renameSync } from 'node:fs'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { dirname } from 'node:path'
import { after, test } from 'node:test'
import { targetOf } from '../../src/database/wire/target.ts'
import { MASTER_KEY, testDatabase } from '../harness.ts'
import { root, textOf } from '../repository/repository-files.ts'
import { until } from '../until.ts'
import { copiedFromBuild, healthCheck, instructionsOfLastStage, listOf } from './dockerfile.ts'
import { MinimalSystem } from './minimal-system.ts'

/** All steps take less than two minutes on two idle cores; the timeouts are for a busy machine. */
const LIMIT_MS = 1_200_000
const START_MS = 180_000

const suite = /^DEBIAN_IMAGE debian:(\w+)-slim$/m.exec(textOf('deploy/images'))![1]!
const system = await MinimalSystem.make(suite)
after(() => system.remove())

async function succeeds(command: string): Promise<string> {
  const { code, text } = await system.run(command)
  assert.equal(code, 0, `${command}: ${text.slice(-4_000)}`)
  return text
}

/** The address that the process listens on, and everything that it has printed. */
async function listening(child: ChildProcess): Promise<{ url: string; said: () => string }> {
  after(() => end(child))
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk))
  const url = () => /"url":"(http:[^"]+)\/v1"/.exec(said)?.[1]
  await until('the service listens', () => url() !== undefined || child.exitCode !== null, START_MS)
  assert.ok(url(), said)
  return { url: url()!, said: () => said }
}

/** Kills the process and everything that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

test('npm ci and npm start on a minimal Debian run a service that creates a card', { timeout: LIMIT_MS }, async () => {
  system.installNode()
  mkdirSync(system.at('app'))
  const left = ['node_modules', '.git', '.data', 'dist'].map((name) => `--exclude=${name}`)
  execFileSync('sh', ['-c', 'tar -c "$@" . | tar -x -C "$APP"', 'sh', ...left], {
    cwd: root,
    env: { PATH: process.env.PATH, APP: system.at('app') },
  })
  await succeeds('cd /app && npm ci')
  const child = system.start('cd /app && PORT=0 npm start')
  const { url, said } = await listening(child)
  const key = await until('the key is printed', () => /Key +(sk_test_\w+)/.exec(said())?.[1])
  const card = await fetch(`${url}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: '{"bin_id":"bin_visa_us_prepaid_1","amount":100}',
  })
  assert.equal(card.status, 201, await card.text())
  await end(child)
})

test('npm test runs on a minimal Debian and counts the tests', { timeout: LIMIT_MS }, async () => {
  const said = await succeeds(
    'cd /app && npm test -- server/src/money.test.ts server/src/database/check-server.test.ts',
  )
  assert.match(said, /\d+ passed, 0 failed, 0 skipped\s*$/)
})

test('the last stage of the image runs as its user and is healthy', { timeout: LIMIT_MS }, async () => {
  await succeeds('cd /app && npm prune --omit=dev --omit=optional')
  renameSync(system.at('app'), system.at('build'))
  system.removeNode()
  for (const { from, to } of copiedFromBuild()) {
    const place = system.at(`app/${to}`)
    mkdirSync(dirname(place), { recursive: true })
    cpSync(system.at(`build/${from}`), place, { recursive: true, verbatimSymlinks: true })
  }
  for (const command of instructionsOfLastStage('RUN')) await succeeds(`cd /app && ${command}`)
  const user = instructionsOfLastStage('USER').at(-1)!
  const quoted = (words: string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const asUser = (words: string[], env: string) =>
    `cd /app && export ${instructionsOfLastStage('ENV').at(-1)!} && export HOST=127.0.0.1 ${env} && setpriv --reuid ${user} --regid ${user} --clear-groups ${quoted(words)}`
  const database = `DATABASE_URL='${await databaseUrl()}' CARDWRIGHT_MASTER_KEY='${MASTER_KEY}'`
  const child = system.start(asUser([...listOf('ENTRYPOINT'), ...listOf('CMD')], `PORT=0 ${database}`))
  const { url } = await listening(child)
  await succeeds(asUser(healthCheck(), `PORT=${new URL(url).port}`))
  assert.match(await succeeds(asUser(['cardwright', 'keys', 'list'], database)), /sk_test_/)
  await end(child)
})

/** The address of the test database over TCP, because another user cannot reach its socket. */
async function databaseUrl(): Promise<string> {
  const database = await testDatabase()
  assert.ok('host' in database, 'the test database has a host')
  const address = targetOf(database).addresses[0]!
  const open: Promise<unknown>[] = []
  const relay = createServer((socket) => {
    const server = connectSocket(address)
    open.push(once(server, 'close'))
    server.on('error', () => socket.destroy())
    socket.on('error', () => server.destroy())
    socket.on('close', () => server.destroy())
    socket.pipe(server).pipe(socket)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  after(async () => {
    await new Promise((resolve) => relay.close(resolve))
    await Promise.all(open)
  })
  const { port } = relay.address() as AddressInfo
  const { username, password } = database
  return `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database.database}`
}
