// Measures the memory of one more connection: the slope between few and many connections, so that the base size of a
// process does not count. It reads /proc, so it works only on Linux.

import { readFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { connect } from '../../server/src/database/database.ts'
import type { Memory } from './capacity-input.ts'
import type { WalletCard } from './fixtures.ts'
import type { Bench } from './service.ts'

const FEW_CONNECTIONS = 1_000
const MANY_CONNECTIONS = 4_000
const FEW_STREAMS = 200
const MANY_STREAMS = 1_200
const STREAMS_PER_WORKSPACE = 20
export const WORKSPACES_FOR_STREAMS = MANY_STREAMS / STREAMS_PER_WORKSPACE
const OPEN_AT_ONCE = 50

export async function measureMemory(bench: Bench, cards: readonly WalletCard[]): Promise<Memory> {
  const databaseSessionBytes = await sessionBytes(bench)
  const processBytes = residentBytes(bench)
  const streamOf = (n: number) => cards[Math.floor(n / STREAMS_PER_WORKSPACE) % cards.length]!
  const eventStreamBytes = await slope(bench, FEW_STREAMS, MANY_STREAMS, (n) =>
    openRequest(bench.port, '/v1/events/stream', streamOf(n).key),
  )
  const idleConnectionBytes = await slope(bench, FEW_CONNECTIONS, MANY_CONNECTIONS, (n) =>
    openRequest(bench.port, '/v1/bins', cards[n % cards.length]!.key),
  )
  return { processBytes, idleConnectionBytes, eventStreamBytes, databaseSessionBytes }
}

async function slope(bench: Bench, few: number, many: number, open: (n: number) => Promise<Socket>): Promise<number> {
  const sockets: Socket[] = []
  const openUntil = async (count: number) => {
    while (sockets.length < count) {
      const from = sockets.length
      const more = Math.min(OPEN_AT_ONCE, count - from)
      sockets.push(...(await Promise.all(Array.from({ length: more }, (_, n) => open(from + n)))))
    }
  }
  await openUntil(few)
  const before = residentBytes(bench)
  await openUntil(many)
  const after = residentBytes(bench)
  for (const socket of sockets) socket.destroy()
  return Math.round((after - before) / (many - few))
}

/** Resolves to the connection, still open, when the head of the answer has arrived. */
function openRequest(port: number, path: string, key: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (bytes) => {
      if (bytes.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket)
      else reject(new Error(`${path}: ${bytes.toString('latin1').split('\r\n', 1)[0]}`))
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  })
}

function residentBytes({ processes }: Bench): number {
  return kilobytesOf(processes.service, 'Rss') * 1_024
}

/**
 * The mean over the service's sessions after the load. Shared memory is left out, since it belongs to PostgreSQL as a
 * whole.
 */
async function sessionBytes({ connection }: Bench): Promise<number> {
  const sql = connect(connection, { max: 1 })
  const sessions = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await sql.end()
  const each = sessions.map(({ pid }) => kilobytesOf(pid, 'Private_Dirty') + kilobytesOf(pid, 'Private_Clean'))
  return Math.round((each.reduce((total, kilobytes) => total + kilobytes, 0) / each.length) * 1_024)
}

function kilobytesOf(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1])
}
