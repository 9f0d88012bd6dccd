// Opens a socket to one address, with TLS if the target asks for it. The caller limits the time by a signal.

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectionError } from './backend-messages.ts'
import type { OpenSocket, TlsPolicy } from './target.ts'

const KEEP_ALIVE_MS = 60_000
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export const openSocket: OpenSocket = async (address, signal) => {
  const { tls, ...place } = address
  const socket = connectTcp(place)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  await arrival(socket, 'connect')
  socket.setNoDelay(true)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  return tls ? secured(socket, tls, 'host' in place ? place.host : 'localhost') : socket
}

/** Resolves with the first value of the event. Rejects when the socket fails or closes before. */
function arrival<T = void>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      socket.off('error', onError).off('close', onClose).off(event, onEvent)
      end()
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(connectionError('CONNECTION_CLOSED', 'the server closed the connection')))
    const onEvent = (value: T) => settle(() => resolve(value))
    socket.on('error', onError).on('close', onClose).on(event, onEvent)
  })
}

async function secured(socket: Socket, { options, isOptional }: TlsPolicy, host: string): Promise<Socket> {
  const answered = arrival<Buffer>(socket, 'data')
  socket.write(SSL_REQUEST)
  // More than one byte could have been injected before encryption began.
  const answer = (await answered).toString('latin1')
  socket.pause()
  if (answer === 'S')
    return encrypted(connectTls({ socket, ...(isIP(host) ? { host } : { servername: host }), ...options }))
  if (answer === 'N' && isOptional) {
    socket.resume()
    return socket
  }
  socket.destroy()
  throw connectionError('CONNECTION_REFUSED', 'the database does not speak TLS, which its URL asks for')
}

async function encrypted(socket: Socket): Promise<Socket> {
  try {
    await arrival(socket, 'secureConnect')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
