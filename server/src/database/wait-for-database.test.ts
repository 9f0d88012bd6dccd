import assert from 'node:assert/strict'
import { connect as connectSocket, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
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

test('a start before its database waits, says so, and goes on when it is there', async () => {
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

test('a wrong password is not waited out', async () => {
  const server = relay()
  const url = urlAt(await listen(server), 'wrong')
  await assert.rejects(() => waitForDatabase({ url }, { info() {}, warn() {} } as never), { code: '28P01' })
  server.close()
})
