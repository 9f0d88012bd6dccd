// A server that sends what a test scripts, and the messages for it.

import { createServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'
import type { ConnectionOptions } from '../../src/database/database.ts'
import { Connection } from '../../src/database/wire/connection.ts'
import { sqlOver } from '../../src/database/wire/sql.ts'
import { targetOf } from '../../src/database/wire/target.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
after(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

/** Listens on a port where `serve` handles each client. */
export async function portOf(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

/** Sends one of these messages after each message of the client. */
export function script(...says: (Buffer | (() => Buffer))[]): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', () => {
      const next = says.shift()
      if (next) socket.write(typeof next === 'function' ? next() : next)
    })
  }
}

export function message(type: string, body: Buffer | string = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([Buffer.from(type), number(bytes.length + 4), bytes])
}

export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export const authenticationOk = message('R', number(0))
export const askPassword = message('R', number(3))
export const ready = message('Z', 'I')

/** Returns the outcome of a query: its answer, or the code and the text of its error. */
export async function outcomeAt(options: ConnectionOptions, patienceMs?: number): Promise<string> {
  const connection = new Connection(targetOf(options), 'single')
  if (patienceMs !== undefined) connection.deadline = performance.now() + patienceMs
  const sql = sqlOver((request) => connection.send(request))
  const answer = await sql<{ one: number }[]>`select 1 as one`.then(
    ([row]) => `answered ${row!.one}`,
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  )
  await connection.end()
  return answer
}
