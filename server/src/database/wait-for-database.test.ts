import assert from 'node:assert/strict'
import { connect as connectSocket, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { MASTER_KEY, testDatabase } from '../../test/harness.ts'
import { readConfig } from '../config/config.ts'
import { beginOpening } from '../start/open-connection.ts'
import { startService } from '../start/start.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { targetOf } from './wire/target.ts'

const database = await testDatabase()
if ('url' in database) throw new Error('the tests have a server of their own')
const there = targetOf(database).addresses[0]!
const urlAt = (port: number, password = (database as { password: string }).password) =>
  `postgres://${database.username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database.database}`

function relay(): Server {
  return createServer((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.on('error', () => server.destroy())
    socket.pipe(server).pipe(socket)
  })
}

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

test('a service that starts before its database logs that it waits, and continues once the database is available', async () => {
  const before = relay()
  const port = await listen(before)
  await new Promise((resolve) => before.close(resolve))
  const said: string[] = []
  const server = relay()
  let told: () => void
  const waiting = new Promise<void>((resolve) => {
    told = resolve
  })
  const log = {
    info: (text: string) => void said.push(text),
    warn: (_detail: object, text: string) => {
      said.push(text)
      told()
    },
  }
  const arrived = waitForDatabase({ url: urlAt(port) }, log as never)
  await waiting
  await listen(server, port)
  await arrived
  server.close()
  assert.deepEqual(said, ['the database cannot be reached; waiting for it', 'the database is there'])
})

test('a wrong password fails immediately instead of being retried', async () => {
  const server = relay()
  const url = urlAt(await listen(server), 'wrong')
  await assert.rejects(() => waitForDatabase({ url }, { info() {}, warn() {} } as never), { code: '28P01' })
  server.close()
})

/**
 * A relay that closes all its connections once, after this many chunks of data from the client, and works normally
 * afterwards.
 */
function relayThatFailsAfter(pieces: number): { server: Server; hasFailed(): boolean } {
  let left = pieces
  const open = new Set<{ destroy(): unknown }>()
  const server = createServer((socket) => {
    const other = connectSocket(there)
    for (const each of [socket, other]) {
      open.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        open.delete(each)
        socket.destroy()
        other.destroy()
      })
    }
    socket.on('data', () => {
      left -= 1
      if (left === 0) for (const each of open) each.destroy()
    })
    socket.pipe(other).pipe(socket)
  })
  return { server, hasFailed: () => left <= 0 }
}

test('a database that disconnects at any step of a start only delays the start', async () => {
  let points = 0
  // A start sends some dozens of chunks. The loop ends with the first start that was not disturbed.
  for (let pieces = 1; pieces < 500; pieces *= 2) {
    const { server, hasFailed } = relayThatFailsAfter(pieces)
    const port = await listen(server)
    const config = readConfig({
      CARDWRIGHT_MASTER_KEY: MASTER_KEY,
      DATABASE_URL: urlAt(port),
      CARDWRIGHT_DATA_DIR: '/nonexistent',
      PORT: '0',
      SHUTDOWN_LINGER_SECONDS: '0',
    })
    try {
      const log = pino({ level: 'silent' })
      const running = await startService(config, log, beginOpening(config, log))
      await running.stop()
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
    const isUndisturbed = !hasFailed()
    if (isUndisturbed) break
    points += 1
  }
  assert.ok(points >= 5, `the start was disturbed at ${points} points`)
})
