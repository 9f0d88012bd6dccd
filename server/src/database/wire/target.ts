// Where the database is and how to get in, read by the driver's own rules (URL, PG… variables, defaults), so that
// both ways into one database mean the same by one setting.

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls'
import type postgres from 'postgres'
import { connectionError } from './backend-messages.ts'

export type Address = { path: string } | { host: string; port: number }

export type Target = {
  addresses: Address[]
  user: string
  password: string
  database: string
  tls: TlsOptions | undefined
  /** A server without TLS is good enough. */
  tlsOptional: boolean
  /** Of several servers the one that takes writes. */
  primaryOnly: boolean
  settings: Record<string, string>
}

type Parsed = {
  host: string[]
  port: number[]
  path: string | false
  user: string
  pass: string | (() => string)
  database: string
  ssl: unknown
  target_session_attrs: string | undefined
  connection: Record<string, unknown>
}

/** `client` is never connected: it has only read its options. */
export function targetOf(client: postgres.Sql<never>): Target {
  const options = client.options as unknown as Parsed
  const { path, ssl } = options
  const settings = Object.entries(options.connection).map(([name, value]) => [name, String(value)])
  return {
    addresses: path ? [{ path }] : options.host.map((host, index) => ({ host, port: options.port[index]! })),
    user: options.user,
    password: typeof options.pass === 'function' ? options.pass() : options.pass,
    database: options.database,
    tls: tlsOptions(ssl),
    tlsOptional: ssl === 'prefer' || ssl === 'allow',
    primaryOnly: ['read-write', 'primary'].includes(options.target_session_attrs ?? ''),
    settings: Object.fromEntries(settings),
  }
}

function tlsOptions(ssl: unknown): TlsOptions | undefined {
  if (!ssl) return undefined
  if (ssl === 'require' || ssl === 'prefer' || ssl === 'allow') return { rejectUnauthorized: false }
  return typeof ssl === 'object' ? ssl : {}
}

const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A socket that is connected, and encrypted where the target asks for it. */
export async function openSocket(target: Target, address: Address): Promise<Socket> {
  const socket = await connected(connectTcp(address))
  socket.setNoDelay(true)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  return target.tls ? secured(socket, target, 'host' in address ? address.host : 'localhost') : socket
}

function connected<S extends Socket>(socket: S, event = 'connect'): Promise<S> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => fail(connectionError('CONNECT_TIMEOUT', 'connecting took too long')),
      CONNECT_TIMEOUT_MS,
    )
    const fail = (error: Error) => {
      clearTimeout(late)
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once(event, () => {
      clearTimeout(late)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

async function secured(socket: Socket, target: Target, host: string): Promise<Socket> {
  socket.write(SSL_REQUEST)
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (bytes) => resolve(bytes.toString('latin1')))
    socket.once('error', reject)
    socket.once('close', () => reject(connectionError('CONNECTION_CLOSED', 'the server closed the connection')))
  })
  socket.removeAllListeners()
  const name = isIP(host) ? {} : { servername: host }
  if (answer === 'S') return connected(connectTls({ socket, ...name, ...target.tls }), 'secureConnect')
  // More than one byte would be something injected before the encryption began.
  if (answer === 'N' && target.tlsOptional) return socket
  socket.destroy()
  throw connectionError('CONNECTION_REFUSED', 'the database does not speak TLS, which its URL asks for')
}
