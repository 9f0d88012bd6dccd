// Ways to connect that the test server does not offer: TLS in front of it, and other password methods.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import {
  askPassword,
  authenticationOk,
  message,
  number,
  outcomeAt,
  portOf,
  ready,
  script,
} from '../../../test/database/fake-server.ts'
import { testDatabase } from '../../../test/harness.ts'
import { Connection } from './connection.ts'
import { sqlOver } from './sql.ts'
import { targetOf } from './target.ts'

// This certificate was created for this test and for the name localhost, and is used nowhere else.
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
const there = targetOf(database).addresses[0]!
const folder = mkdtempSync(join(tmpdir(), 'cardwright-tls-'))
after(() => rmSync(folder, { recursive: true }))
const rootFile = join(folder, 'root.crt')
writeFileSync(rootFile, cert)

/** Returns the outcome of a query without the text of an error. */
const ask = async (url: string) => (await outcomeAt({ url })).split(':')[0]

const url = (at: number | string, query = '', host = 'localhost') => {
  const { username, password, database: name } = database as { username: string; password: string; database: string }
  return `postgres://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${at}/${name}${query}`
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

test('TLS is used if the URL asks for it', async () => {
  assert.equal(await ask(url(await portOf(withTls), '?sslmode=require')), 'answered 1')
})

test('an untrusted certificate is rejected if the URL requires verification', async () => {
  for (const mode of ['verify-ca', 'verify-full'])
    assert.equal(await ask(url(await portOf(withTls), `?sslmode=${mode}`)), 'CONNECTION_REFUSED')
  assert.match(await outcomeAt({ url: url(await portOf(withTls), '?sslmode=verify-full') }), /self-signed/)
})

test('a certificate is verified against sslrootcert, and its host name only with verify-full', async () => {
  const verified = (mode: string, host?: string) => async () =>
    ask(url(await portOf(withTls), `?sslmode=${mode}&sslrootcert=${encodeURIComponent(rootFile)}`, host))
  assert.equal(await verified('verify-full')(), 'answered 1')
  assert.equal(await verified('verify-full', '127.0.0.1')(), 'CONNECTION_REFUSED')
  assert.equal(await verified('verify-ca', '127.0.0.1')(), 'answered 1')
  assert.equal(await verified('require', '127.0.0.1')(), 'answered 1')
})

test('a missing root certificate is reported without the URL', () => {
  const missing = url(1, '?sslmode=verify-full&sslrootcert=/nowhere/root.crt')
  assert.throws(
    () => targetOf({ url: missing }),
    /DATABASE_URL names a file in sslrootcert that cannot be read: ENOENT/,
  )
})

test('a server without TLS is rejected if the URL requires it', async () => {
  const plain = await portOf((socket) => socket.once('data', () => socket.write('N')))
  assert.equal(await ask(url(plain, '?sslmode=require')), 'CONNECTION_REFUSED')
})

test('additional bytes before the encryption are treated as an attack', async () => {
  const injecting = await portOf((socket) => socket.once('data', () => socket.write('SE')))
  assert.equal(await ask(url(injecting, '?sslmode=require')), 'CONNECTION_REFUSED')
})

test('a wrong password, a closed port and a server that hangs up each have an error code', async () => {
  const relay = await portOf((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  assert.equal(await ask(url(relay)), 'answered 1')
  assert.equal(await ask(url(relay).replace(/:[^:@]+@/, ':wrong@')), '28P01')
  assert.equal(await ask(url(await portOf((socket) => socket.end()))), 'CONNECTION_CLOSED')
  assert.equal(await ask(url(1)), 'ECONNREFUSED')
})

/** Asks for a password by one method and records what it receives. It sends nothing after that. */
async function passwordSentTo(request: Buffer): Promise<string> {
  let given = ''
  const asking = await portOf((socket) =>
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

test('older servers receive the password in plain text or hashed with their salt', async () => {
  const salt = Buffer.from([1, 2, 3, 4])
  const inner = createHash('md5').update('secretme').digest('hex')
  assert.equal(await passwordSentTo(number(3)), 'secret')
  assert.equal(
    await passwordSentTo(Buffer.concat([number(5), salt])),
    `md5${createHash('md5').update(inner).update(salt).digest('hex')}`,
  )
})

test('an unknown authentication method is rejected', async () => {
  const kerberos = await portOf((socket) => socket.once('data', () => socket.write(message('R', number(7)))))
  assert.equal(await ask(`postgres://me:secret@localhost:${kerberos}/db`), 'AUTHENTICATION_REFUSED')
})

test('of several hosts the one that accepts writes is used', async () => {
  const saying = (report: string) => (socket: Socket) =>
    script(askPassword, Buffer.concat([authenticationOk, message('S', report), ready]))(socket)
  const standby = await portOf(saying('in_hot_standby\0on\0'))
  const readOnly = await portOf(saying('default_transaction_read_only\0on\0'))
  const relay = await portOf((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  for (const attribute of ['primary', 'read-write']) {
    const query = `?target_session_attrs=${attribute}`
    assert.equal(await ask(url(`${standby},localhost:${readOnly},localhost:${relay}`, query)), 'answered 1')
    assert.equal(await ask(url(standby, query)), 'CONNECTION_READ_ONLY')
  }
})

test('the host that accepted the last connection is tried first', async () => {
  let tries = 0
  const closed = await portOf((socket) => {
    tries += 1
    socket.destroy()
  })
  const relay = await portOf((socket) => {
    const server = connectSocket(there)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  const target = targetOf({ url: url(`${closed},localhost:${relay}`) })
  for (let n = 0; n < 3; n++) {
    const connection = new Connection(target, 'single')
    await sqlOver((request) => connection.send(request))`select 1`
    await connection.end()
  }
  assert.equal(tries, 1)
})

test('a Unix socket is found by its folder, given in the path or as a parameter', async () => {
  const { host, port, username, password, database: name } = database as Extract<typeof database, { host: string }>
  const user = `user=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`
  assert.equal(await ask(`postgres:///${name}?host=${host}&port=${port}&${user}`), 'answered 1')
  assert.equal(
    await ask(`postgresql://${encodeURIComponent(host)}:${port}/${name}?${user}&sslmode=require`),
    'answered 1',
  )
})
