// A client that sends exactly the given bytes, for requests that no library would send.

import { connect, type Socket } from 'node:net'
import { after } from 'node:test'

export type RawClient = {
  socket: Socket
  /** Everything that the service has sent so far. */
  said(): string
  isClosed: Promise<void>
  /** Resolves when the service has sent a text that matches. */
  hears(pattern: RegExp): Promise<void>
}

export function rawClient(url: string, first = ''): RawClient {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  const waiting = new Set<() => void>()
  socket.on('data', (chunk) => {
    text += chunk
    for (const look of waiting) look()
  })
  socket.on('error', () => {}) // the close event reports a reset
  const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  if (first !== '') socket.write(first)
  after(() => socket.destroy())
  return {
    socket,
    said: () => text,
    isClosed,
    hears: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        socket.once('close', () => (pattern.test(text) ? resolve() : reject(new Error(`closed after: ${text}`))))
        look()
      }),
  }
}

/** The head of a request with a body of 100 bytes, and the first byte of the body. */
export function unfinished(key: string, path = '/v1/cards'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
}
