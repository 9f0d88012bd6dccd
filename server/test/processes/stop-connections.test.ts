import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
import { until } from '../until.ts'
import { LIMITS_OFF, ServiceGroup } from './service-group.ts'

const CONNECTIONS = 20
const group = new ServiceGroup({ ...environmentOf(await testDatabase()), ...LIMITS_OFF, CARDWRIGHT_PROCESSES: '2' })

/** Opens a connection with a request on it, and returns the status line or the error. */
async function ask(): Promise<{ answer: Promise<string> }> {
  const { hostname, port } = new URL(group.url)
  const socket: Socket = connect(Number(port), hostname)
  after(() => socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
    socket.on('close', () => resolve(text.split('\r\n')[0]!))
  })
  return { answer }
}

test('connections made before SIGTERM are answered, even if no process had accepted them', {
  timeout: 240_000,
}, async () => {
  await group.start()
  // Suspended processes accept nothing, so the connections wait in the supervisor.
  const pids = ['api-1', 'api-2'].map((name) => group.pidOf(name))
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const asked = await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  group.signal('SIGTERM')
  await until('the supervisor is stopping', () => group.count('finishing what is in flight') > 0)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const answers = await Promise.all(asked.map(({ answer }) => answer))
  assert.deepEqual(answers, Array(CONNECTIONS).fill('HTTP/1.1 200 OK'))
  await until('the supervisor has stopped', () => group.hasEnded)
  assert.equal(group.exitCode, 0)
})
