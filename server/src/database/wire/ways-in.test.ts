// Ways into a database that the test server does not offer itself: TLS in front of it, and other passwords.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { testDatabase } from '../../../test/harness.ts'
import { connect } from '../database.ts'
import { Connection } from './connection.ts'
import { sqlOver } from './sql.ts'
import { targetOf } from './target.ts'

// Made for this test, for the name localhost, and used nowhere else.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFyeHiG5QzM4O5IUO
KxButeyWdWwIrlEI7IWdB/TTIiWhRANCAATLrluHqCudr/zhfs48QTOHJD88KIM1
+Snbf4gIGvqRwIH4WOF7UQg82uCfOAJAaocQsYBDQSQu4dylMxXgixi3
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUNcpiXoBQbjCoyjgrQQYNO2bGUzUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTE4MTQxOFoYDzIxMjYxMDIy
MTgxNDE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATLrluHqCudr/zhfs48QTOHJD88KIM1+Snbf4gIGvqRwIH4WOF7UQg8
2uCfOAJAaocQsYBDQSQu4dylMxXgixi3o1MwUTAdBgNVHQ4EFgQUoO6QV30fi54v
ZMjUJoqkKpdJYMcwHwYDVR0jBBgwFoAUoO6QV30fi54vZMjUJoqkKpdJYMcwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAR9df7lZKe0wqLLxpvbcj8
E/aFEq9jZInIQG5Tv/D6ZgIgDDrxACjglu1cjtlpbzNg8bTesA8+ZcSNeUTBsFu+
590=
-----END CERTIFICATE-----`

const database = await testDatabase()
if ('url' in database) throw new Error('the tests have a server of their own')
const there = targetOf(connect(database) as never).addresses[0]!
const servers: Server[] = []
const sockets: Socket[] = []
after(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

/** A port where `serve` talks to whoever comes. */
async function port(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

/** What came of asking for the number one. */
async function ask(url: string): Promise<string> {
  const connection = new Connection(targetOf(connect({ url }) as never), 'single')
  const sql = sqlOver((request) => connection.send(request))
  const answer = await sql<{ one: number }[]>`select 1 as one`.then(
    ([row]) => `answered ${row!.one}`,
    (error) => (error as { code: string }).code,
  )
  await connection.end()
  return answer
}

const url = (at: number | string, query = '') => {
  const { username, password, database: name } = database as { username: string; password: string; database: string }
  return `postgres://${encodeURIComponent(username)}:${encodeURIComponent(password)}@localhost:${at}/${name}${query}`
}

const withTls = (socket: Socket) =>
  socket.once('data', () => {
    socket.write('S')
    const clear = new TLSSocket(socket, { isServer: true, key, cert })
    const server = connectSocket(there)
    clear.on('error', () => server.destroy())
    server.on('error', () => clear.destroy())
    clear.pipe(server).pipe(clear)
  })

test('TLS is spoken where the URL asks for it', async () => {
  assert.equal(await ask(url(await port(withTls), '?sslmode=require')), 'answered 1')
})

test('a certificate that nobody vouches for is refused where the URL wants it verified', async () => {
  assert.equal(await ask(url(await port(withTls), '?sslmode=verify-full')), 'DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('a server without TLS is refused where the URL requires it', async () => {
  const plain = await port((socket) => socket.once('data', () => socket.write('N')))
  assert.equal(await ask(url(plain, '?sslmode=require')), 'CONNECTION_REFUSED')
})

test('more bytes than one before the encryption are taken for an attack', async () => {
  const injecting = await port((socket) => socket.once('data', () => socket.write('SE')))
  assert.equal(await ask(url(injecting, '?sslmode=require')), 'CONNECTION_REFUSED')
})

test('a wrong password, a closed port and a server that hangs up have their codes', async () => {
  const relay = await port((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  assert.equal(await ask(url(relay)), 'answered 1')
  assert.equal(await ask(url(relay).replace(/:[^:@]+@/, ':wrong@')), '28P01')
  assert.equal(await ask(url(await port((socket) => socket.end()))), 'CONNECTION_CLOSED')
  assert.equal(await ask(url(1)), 'ECONNREFUSED')
})

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Asks for a password in one way and tells what it was given; it then has nothing more to say. */
async function passwordSentTo(request: Buffer): Promise<string> {
  let given = ''
  const asking = await port((socket) =>
    socket.once('data', () => {
      socket.write(message('R', request))
      socket.once('data', (bytes) => {
        given = bytes.toString('latin1', 5, bytes.length - 1)
        socket.end()
      })
    }),
  )
  await ask(`postgres://me:secret@localhost:${asking}/db`)
  return given
}

test('older servers get their password in the clear or hashed with their salt', async () => {
  const salt = Buffer.from([1, 2, 3, 4])
  const inner = createHash('md5').update('secretme').digest('hex')
  assert.equal(await passwordSentTo(number(3)), 'secret')
  assert.equal(
    await passwordSentTo(Buffer.concat([number(5), salt])),
    `md5${createHash('md5').update(inner).update(salt).digest('hex')}`,
  )
})

test('a way to sign in that is not known is refused', async () => {
  const kerberos = await port((socket) => socket.once('data', () => socket.write(message('R', number(7)))))
  assert.equal(await ask(`postgres://me:secret@localhost:${kerberos}/db`), 'CONNECTION_REFUSED')
})

test('of several servers the one that takes writes is used', async () => {
  const standby = await port((socket) =>
    socket.once('data', () => {
      const report = message('S', Buffer.from('in_hot_standby\0on\0'))
      socket.write(Buffer.concat([message('R', number(0)), report, message('Z', Buffer.from('I'))]))
    }),
  )
  const relay = await port((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  const both = url(`${standby},localhost:${relay}`, '?target_session_attrs=primary')
  assert.equal(await ask(both), 'answered 1')
  assert.equal(await ask(url(standby, '?target_session_attrs=primary')), 'CONNECTION_REFUSED')
})
