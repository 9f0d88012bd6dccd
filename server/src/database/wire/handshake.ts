// Turns a connected socket into a session: the user, the password and the settings. The caller that opens the socket limits
// the time.

import type { Socket } from 'node:net'
import { Authentication } from './authentication.ts'
import { connectionError, cstringAt, errorFrom, MessageCutter } from './backend-messages.ts'
import type { Target } from './target.ts'
import { Writer } from './writer.ts'

const PROTOCOL_3_0 = 196_608
/** A session begins with a few dozen short messages. */
const MAX_MESSAGE_BYTES = 64 * 1024
const MAX_BYTES = 256 * 1024

/** The settings that the server reports. Resolves when the server is ready for the first statement. */
export type ServerReport = Map<string, string>

export function performHandshake(socket: Socket, target: Target): Promise<ServerReport> {
  const report: ServerReport = new Map()
  const authentication = new Authentication(target)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      socket.off('data', onData).off('error', fail).off('close', onClose)
      settle()
    }
    const fail = (error: unknown) =>
      finish(() => {
        socket.on('error', () => {}) // the failure was handled already
        socket.destroy()
        reject(error)
      })
    const authenticate = (body: Buffer) => {
      const answer = authentication.answer(body)
      if (answer instanceof Promise) answer.then((proof) => socket.write(proof), fail)
      else if (answer) socket.write(answer)
    }
    const onMessage = (type: number, bytes: Buffer, start: number, end: number) => {
      const kind = String.fromCharCode(type)
      if (kind === 'R') authenticate(bytes.subarray(start, end))
      else if (kind === 'E') fail(errorFrom(bytes, start, end))
      else if (kind === 'S') {
        const name = cstringAt(bytes, start)
        report.set(name, cstringAt(bytes, start + Buffer.byteLength(name) + 1))
      } else if (kind === 'Z') {
        if (!authentication.isDone) throw connectionError('AUTHENTICATION_REFUSED', 'the server skipped authentication')
        finish(() => resolve(report))
      }
    }
    const cutter = new MessageCutter(() => {}, onMessage, MAX_MESSAGE_BYTES)
    let received = 0
    const onData = (chunk: Buffer) => {
      received += chunk.length
      try {
        if (received > MAX_BYTES) throw connectionError('CONNECTION_CLOSED', 'the server says too much')
        cutter.feed(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const onClose = () => fail(connectionError('CONNECTION_CLOSED', 'the server closed the connection'))
    socket.on('data', onData).on('error', fail).on('close', onClose)
    socket.write(startup(target))
  })
}

function startup({ user, database, settings }: Target): Buffer {
  const out = new Writer()
  out.int32(0) // the length, known at the end
  out.int32(PROTOCOL_3_0)
  for (const [name, value] of Object.entries({ user, database, client_encoding: 'UTF8', ...settings })) {
    out.cstring(name)
    out.cstring(value)
  }
  out.byte(0)
  out.end(0)
  return out.take()
}
