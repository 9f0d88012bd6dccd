// A server at the address of the database is trusted only after it knows the password: no message may hang the process,
// and no server may skip a step of the authentication.

import assert from 'node:assert/strict'
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Socket } from 'node:net'
import { test } from 'node:test'
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

const withPassword = (port: number, query = '') => ({ url: `postgres://me:secret@localhost:${port}/db${query}` })
const withoutPassword = (port: number) => ({ url: `postgres://me@localhost:${port}/db` })
const letIn = Buffer.concat([authenticationOk, ready])

for (const [length, what] of [
  [-1, 'negative'],
  [3, 'too small'],
  [0x7fffffff, 'huge'],
] as const) {
  test(`a message with a ${what} length closes the connection before and after authentication`, async () => {
    const broken = Buffer.concat([Buffer.from('D'), number(length), Buffer.from('more')])
    assert.match(await outcomeAt(withPassword(await portOf(script(broken)))), /^CONNECTION_CLOSED: .* bytes/)
    const later = await portOf(script(askPassword, letIn, broken))
    assert.match(await outcomeAt(withPassword(later)), /^CONNECTION_CLOSED/)
  })
}

test('an error message whose fields do not end closes the connection', async () => {
  const endless = message('E', 'SERROR')
  assert.match(await outcomeAt(withPassword(await portOf(script(endless)))), /^CONNECTION_CLOSED: .*without an end/)
})

test('a greeting that does not end closes the connection', async () => {
  const notice = message('N', Buffer.alloc(60_000, 'x'))
  const talking = (socket: Socket) => {
    const talk = () => socket.writable && socket.write(notice, talk)
    socket.once('data', talk)
  }
  assert.match(await outcomeAt(withPassword(await portOf(talking))), /^CONNECTION_CLOSED: .*too much/)
})

test('a silent server times out before TLS, before authentication and before an answer', async () => {
  const silent = await portOf(() => {})
  assert.match(await outcomeAt(withPassword(silent, '?sslmode=require'), 200), /^CONNECTION_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(silent), 200), /^CONNECTION_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(silent, '?connect_timeout=1'), 60_000), /^CONNECT_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(await portOf(script(askPassword, letIn))), 500), /^CONNECTION_TIMEOUT/)
})

test('a silent server leaves time to try the next one', async () => {
  const silent = await portOf(() => {})
  const next = await portOf(script(askPassword, letIn))
  const both = { url: `postgres://me:secret@localhost:${silent},localhost:${next}/db?connect_timeout=1` }
  assert.match(await outcomeAt(both, 3_000), /^CONNECTION_TIMEOUT/, 'the next server did not accept the connection')
})

test('a server that does not ask for the configured password is rejected', async () => {
  assert.match(await outcomeAt(withPassword(await portOf(script(letIn)))), /^AUTHENTICATION_REFUSED: .*without asking/)
  assert.match(await outcomeAt(withPassword(await portOf(script(ready)))), /^AUTHENTICATION_REFUSED/)
  const allowed = await portOf(script(letIn))
  assert.match(
    await outcomeAt(withPassword(allowed, '?require_auth=none'), 500),
    /^CONNECTION_TIMEOUT/,
    'the connection was not accepted with require_auth=none',
  )
})

test('without a password in the URL a server may authenticate by other means', async () => {
  assert.match(await outcomeAt(withoutPassword(await portOf(script(letIn))), 500), /^CONNECTION_TIMEOUT/)
})

test('a server that asks for a weaker method than require_auth is rejected and receives no password', async () => {
  let heard = 0
  const asking = await portOf((socket) => {
    socket.on('data', () => {
      heard += 1
      if (heard === 1) socket.write(askPassword)
    })
  })
  const strict = withPassword(asking, '?require_auth=scram-sha-256')
  assert.match(await outcomeAt(strict), /^AUTHENTICATION_REFUSED: .*require_auth/)
  assert.equal(heard, 1)
})

test('a server that asks for the password twice is rejected', async () => {
  const again = await portOf(script(askPassword, askPassword))
  assert.match(await outcomeAt(withPassword(again)), /^AUTHENTICATION_REFUSED: .*second time/)
})

/** Speaks SCRAM as far as `steps` says. */
function scramServer(steps: { iterations?: string; prove?: boolean; skipProof?: boolean; secret?: string }) {
  const offer = message('R', Buffer.concat([number(10), Buffer.from('SCRAM-SHA-256\0\0')]))
  return (socket: Socket) => {
    let turn = 0
    let bare = ''
    let challenge = ''
    socket.on('data', (bytes) => {
      turn += 1
      if (turn === 1) socket.write(offer)
      if (turn === 2) {
        bare = bytes.toString('utf8').split('n,,')[1]!
        const nonce = `${bare.split('r=')[1]}server`
        challenge = `r=${nonce},s=${Buffer.from('salt').toString('base64')},i=${steps.iterations ?? '4096'}`
        socket.write(message('R', Buffer.concat([number(11), Buffer.from(challenge)])))
      }
      if (turn === 3 && steps.skipProof) socket.write(letIn)
      if (turn === 3 && !steps.skipProof) {
        const withoutProof = bytes.toString('utf8', 5).split(',p=')[0]!
        const salted = pbkdf2Sync(steps.secret ?? 'secret', 'salt', 4096, 32, 'sha256')
        const key = createHmac('sha256', salted).update('Server Key').digest()
        const signed = `${bare},${challenge},${withoutProof}`
        const signature = createHmac('sha256', key).update(signed).digest('base64')
        socket.write(Buffer.concat([message('R', Buffer.concat([number(12), Buffer.from(`v=${signature}`)])), letIn]))
      }
    })
  }
}

test('SCRAM: a server that does not prove that it knows the password is rejected', async () => {
  const at = async (steps: Parameters<typeof scramServer>[0], patienceMs?: number) =>
    outcomeAt(withPassword(await portOf(scramServer(steps))), patienceMs)
  assert.match(await at({}, 1_500), /^CONNECTION_TIMEOUT/, 'a server that knows the password was rejected')
  assert.match(await at({ secret: 'guessed' }), /^CONNECTION_REFUSED: .*another server/)
  assert.match(await at({ skipProof: true }), /^AUTHENTICATION_REFUSED: .*broke off/)
})

test('SCRAM: an iteration count out of bounds is rejected', async () => {
  for (const iterations of ['99999999', '0', '-1', '1e9', 'x'])
    assert.match(await outcomeAt(withPassword(await portOf(scramServer({ iterations })))), /^CONNECTION_REFUSED/)
})

test('SCRAM: messages in the wrong order are rejected', async () => {
  const outOfTurn = message('R', Buffer.concat([number(11), Buffer.from('r=a,s=b,i=4096')]))
  assert.match(await outcomeAt(withPassword(await portOf(script(outOfTurn)))), /^AUTHENTICATION_REFUSED: .*out of turn/)
  const proofFirst = message('R', Buffer.concat([number(12), Buffer.from(`v=${createHash('md5').digest('base64')}`)]))
  assert.match(
    await outcomeAt(withPassword(await portOf(script(proofFirst)))),
    /^AUTHENTICATION_REFUSED: .*out of turn/,
  )
})
