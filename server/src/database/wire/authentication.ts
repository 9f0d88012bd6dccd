// Authenticates us to the server and the server to us. Each step may happen once, in order. A server that accepts us
// without checking the password that we were given is refused.

import { createHash } from 'node:crypto'
import type { AuthMethod } from '../../config/database-url.ts'
import { connectionError } from './backend-messages.ts'
import { MECHANISM, Scram } from './scram.ts'
import type { Target } from './target.ts'
import { Writer } from './writer.ts'

const Request = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const

type Step = 'start' | 'answered' | 'challenged' | 'proving' | 'done'

export class Authentication {
  readonly #target: Target
  readonly #scram: Scram
  #step: Step = 'start'

  constructor(target: Target) {
    this.#target = target
    this.#scram = new Scram(target.password)
  }

  get isDone(): boolean {
    return this.#step === 'done'
  }

  /** Returns the message to send back, if any. Throws when the server asks for something that it must not ask for. */
  answer(body: Buffer): Buffer | undefined | Promise<Buffer> {
    const request = body.readInt32BE(0)
    const rest = body.subarray(4)
    if (request === Request.ok) return this.#finish()
    if (request === Request.saslContinue) return this.#prove(rest.toString('utf8'))
    if (request === Request.saslFinal) return this.#verify(rest.toString('utf8'))
    if (this.#step !== 'start') throw refused('the database asks for the password a second time')
    if (request === Request.cleartext) return this.#sayPassword('password', this.#target.password)
    if (request === Request.md5) return this.#sayPassword('md5', this.#md5(rest.subarray(0, 4)))
    if (request === Request.sasl) return this.#challenge(rest)
    throw refused(`the database asks for a way to authenticate that is not known here (${request})`)
  }

  #finish(): undefined {
    if (this.#step === 'start') this.#allow('none')
    else if (this.#step !== 'answered') throw refused('the database broke off the authentication')
    this.#step = 'done'
  }

  #sayPassword(method: AuthMethod, text: string): Buffer {
    this.#allow(method)
    this.#step = 'answered'
    return message((out) => out.cstring(text))
  }

  #challenge(mechanisms: Buffer): Buffer {
    this.#allow('scram-sha-256')
    if (!mechanisms.toString('latin1').split('\0').includes(MECHANISM))
      throw refused(`the database offers no ${MECHANISM}`)
    this.#step = 'challenged'
    return message((out) => {
      out.cstring(MECHANISM)
      out.text(this.#scram.first())
    })
  }

  async #prove(serverFirst: string): Promise<Buffer> {
    if (this.#step !== 'challenged') throw refused('the database sent a SCRAM challenge out of turn')
    this.#step = 'proving'
    const proof = await this.#scram.final(serverFirst)
    return message((out) => out.raw(Buffer.from(proof)))
  }

  #verify(serverFinal: string): undefined {
    if (this.#step !== 'proving') throw refused('the database sent a SCRAM proof out of turn')
    this.#scram.verify(serverFinal)
    this.#step = 'answered'
  }

  #allow(method: AuthMethod): void {
    if (this.#target.auth.has(method)) return
    throw refused(
      method === 'none'
        ? 'the database let us in without asking for the password that is set'
        : `the database asks for ${method}, which require_auth does not allow`,
    )
  }

  #md5(salt: Buffer): string {
    const { user, password } = this.#target
    const inner = createHash('md5')
      .update(password + user)
      .digest('hex')
    return `md5${createHash('md5').update(inner).update(salt).digest('hex')}`
  }
}

function refused(why: string): Error {
  return connectionError('AUTHENTICATION_REFUSED', why)
}

function message(write: (out: Writer) => void): Buffer {
  const out = new Writer()
  const start = out.begin('p')
  write(out)
  out.end(start)
  return out.take()
}
