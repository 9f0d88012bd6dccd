// From a connected socket to a session: who we are, the password, and the settings of the session.

import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { connectionError, cstringAt, errorFrom, MessageCutter } from './backend-messages.ts'
import { MECHANISM, Scram } from './scram.ts'
import type { Target } from './target.ts'
import { Writer } from './writer.ts'

const PROTOCOL_3_0 = 196_608
const TIMEOUT_MS = 10_000

/** What the server reports of itself; resolves when it is ready for the first statement. */
export type ServerReport = Map<string, string>

export function shakeHands(socket: Socket, target: Target): Promise<ServerReport> {
  const report: ServerReport = new Map()
  const authentication = new Authentication(socket, target)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(late)
      socket.off('data', onData)
      socket.off('error', onError)
      socket.off('close', onClose)
      settle()
    }
    const fail = (error: unknown) =>
      finish(() => {
        socket.destroy()
        reject(error)
      })
    const onMessage = (type: number, bytes: Buffer, start: number) => {
      const kind = String.fromCharCode(type)
      if (kind === 'R') authentication.answer(bytes, start)
      else if (kind === 'S') {
        const name = cstringAt(bytes, start)
        report.set(name, cstringAt(bytes, start + Buffer.byteLength(name) + 1))
      } else if (kind === 'E') fail(errorFrom(bytes, start))
      else if (kind === 'Z') finish(() => resolve(report))
    }
    const cutter = new MessageCutter(() => {}, onMessage)
    const onData = (chunk: Buffer) => {
      try {
        cutter.feed(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const onError = fail
    const onClose = () => fail(connectionError('CONNECTION_CLOSED', 'the server closed the connection'))
    const late = setTimeout(() => fail(connectionError('CONNECT_TIMEOUT', 'the server did not let us in')), TIMEOUT_MS)
    socket.on('data', onData)
    socket.on('error', onError)
    socket.on('close', onClose)
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

const Request = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const

class Authentication {
  readonly #socket: Socket
  readonly #target: Target
  readonly #scram: Scram

  constructor(socket: Socket, target: Target) {
    this.#socket = socket
    this.#target = target
    this.#scram = new Scram(target.password)
  }

  answer(bytes: Buffer, start: number): void {
    const request = bytes.readInt32BE(start)
    const body = bytes.subarray(start + 4)
    if (request === Request.ok) return
    if (request === Request.cleartext) this.#send((out) => out.cstring(this.#target.password))
    else if (request === Request.md5) this.#send((out) => out.cstring(this.#md5(body.subarray(0, 4))))
    else if (request === Request.sasl) this.#sendFirst(body)
    else if (request === Request.saslContinue) this.#sendText(this.#scram.final(messageText(bytes, start)))
    else if (request === Request.saslFinal) this.#scram.verify(messageText(bytes, start))
    else
      throw connectionError(
        'CONNECTION_REFUSED',
        `the database asks for a way to sign in that is not known here (${request})`,
      )
  }

  #md5(salt: Buffer): string {
    const { user, password } = this.#target
    const inner = createHash('md5')
      .update(password + user)
      .digest('hex')
    return `md5${createHash('md5').update(inner).update(salt).digest('hex')}`
  }

  #sendFirst(mechanisms: Buffer): void {
    if (!mechanisms.toString('latin1').split('\0').includes(MECHANISM))
      throw connectionError('CONNECTION_REFUSED', `the database offers no ${MECHANISM}`)
    this.#send((out) => {
      out.cstring(MECHANISM)
      out.text(this.#scram.first())
    })
  }

  #sendText(text: string): void {
    this.#send((out) => out.raw(Buffer.from(text)))
  }

  #send(write: (out: Writer) => void): void {
    const out = new Writer()
    const message = out.begin('p')
    write(out)
    out.end(message)
    this.#socket.write(out.take())
  }
}

/** The body of this message alone: others may stand behind it in the chunk. */
function messageText(bytes: Buffer, start: number): string {
  const end = start - 4 + bytes.readInt32BE(start - 4)
  return bytes.toString('utf8', start + 4, end)
}
