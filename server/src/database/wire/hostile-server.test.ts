// Whoever answers at the database's address is not trusted further than its password: nothing that a server says may
// hang the process, and none that skips a step is let through.

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
} from './fake-server-fixture.ts'

const withPassword = (port: number, query = '') => ({ url: `postgres://me:secret@localhost:${port}/db${query}` })
const withoutPassword = (port: number) => ({ url: `postgres://me@localhost:${port}/db` })
const letIn = Buffer.concat([authenticationOk, ready])

for (const [length, what] of [
  [-1, 'negative'],
  [3, 'shorter than itself'],
  [0x7fffffff, 'huge'],
] as const) {
  test(`a message of a ${what} length ends the connection, before and after authentication`, async () => {
    const broken = Buffer.concat([Buffer.from('D'), number(length), Buffer.from('more')])
    assert.match(await outcomeAt(withPassword(await portOf(script(broken)))), /^CONNECTION_CLOSED: .* bytes/)
    const later = await portOf(script(askPassword, letIn, broken))
    assert.match(await outcomeAt(withPassword(later)), /^CONNECTION_CLOSED/)
  })
}

test('an error whose fields have no end is given up', async () => {
  const endless = message('E', 'SERROR')
  assert.match(await outcomeAt(withPassword(await portOf(script(endless)))), /^CONNECTION_CLOSED: .*without an end/)
})

test('a greeting that does not end is given up', async () => {
  const notice = message('N', Buffer.alloc(60_000, 'x'))
  const talking = (socket: Socket) => {
    const talk = () => socket.writable && socket.write(notice, talk)
    socket.once('data', talk)
  }
  assert.match(await outcomeAt(withPassword(await portOf(talking))), /^CONNECTION_CLOSED: .*too much/)
})

test('a server that says nothing is given up in time: before TLS, before authentication, before the answer', async () => {
  const silent = await portOf(() => {})
  assert.match(await outcomeAt(withPassword(silent, '?sslmode=require'), 200), /^CONNECTION_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(silent), 200), /^CONNECTION_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(silent, '?connect_timeout=1'), 60_000), /^CONNECT_TIMEOUT/)
  assert.match(await outcomeAt(withPassword(await portOf(script(askPassword, letIn))), 500), /^CONNECTION_TIMEOUT/)
})

test('a silent server leaves time for the next one', async () => {
  const silent = await portOf(() => {})
  const next = await portOf(script(askPassword, letIn))
  const both = { url: `postgres://me:secret@localhost:${silent},localhost:${next}/db?connect_timeout=1` }
  assert.match(await outcomeAt(both, 3_000), /^CONNECTION_TIMEOUT/, 'the next one let us in, and then said nothing')
})

test('a server that does not ask for the password we hold is refused', async () => {
  assert.match(await outcomeAt(withPassword(await portOf(script(letIn)))), /^AUTHENTICATION_REFUSED: .*without asking/)
  assert.match(await outcomeAt(withPassword(await portOf(script(ready)))), /^AUTHENTICATION_REFUSED/)
  const allowed = await portOf(script(letIn))
  assert.match(
    await outcomeAt(withPassword(allowed, '?require_auth=none'), 500),
    /^CONNECTION_TIMEOUT/,
    'it was let in',
  )
})

test('without a password a server may know us by other means', async () => {
  assert.match(await outcomeAt(withoutPassword(await portOf(script(letIn))), 500), /^CONNECTION_TIMEOUT/)
})

test('a server that asks for less than require_auth allows is refused, and gets no password', async () => {
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

test('a password is asked for once', async () => {
  const again = await portOf(script(askPassword, askPassword))
  assert.match(await outcomeAt(withPassword(again)), /^AUTHENTICATION_REFUSED: .*second time/)
})

/** Speaks SCRAM as far as `steps` lets it. */
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

test('SCRAM: the server must prove that it knows the password, and must not skip the proof', async () => {
  const at = async (steps: Parameters<typeof scramServer>[0], patienceMs?: number) =>
    outcomeAt(withPassword(await portOf(scramServer(steps))), patienceMs)
  assert.match(await at({}, 1_500), /^CONNECTION_TIMEOUT/, 'a server that knows it lets us in')
  assert.match(await at({ secret: 'guessed' }), /^CONNECTION_REFUSED: .*another server/)
  assert.match(await at({ skipProof: true }), /^AUTHENTICATION_REFUSED: .*broke off/)
})

test('SCRAM: iterations are bounded, and the work does not block the process', async () => {
  for (const iterations of ['99999999', '0', '-1', '1e9', 'x'])
    assert.match(await outcomeAt(withPassword(await portOf(scramServer({ iterations })))), /^CONNECTION_REFUSED/)
})

test('SCRAM: messages out of turn are refused', async () => {
  const outOfTurn = message('R', Buffer.concat([number(11), Buffer.from('r=a,s=b,i=4096')]))
  assert.match(await outcomeAt(withPassword(await portOf(script(outOfTurn)))), /^AUTHENTICATION_REFUSED: .*out of turn/)
  const proofFirst = message('R', Buffer.concat([number(12), Buffer.from(`v=${createHash('md5').digest('base64')}`)]))
  assert.match(
    await outcomeAt(withPassword(await portOf(script(proofFirst)))),
    /^AUTHENTICATION_REFUSED: .*out of turn/,
  )
})
