// SCRAM-SHA-256 (RFC 5802, RFC 7677) as in PostgreSQL: both sides prove that they know the password, and neither sends it.

import { createHash, createHmac, pbkdf2, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export const MECHANISM = 'SCRAM-SHA-256'
/** PostgreSQL's default is 4,096. A million take a third of a second; a server that asks for more may be attacking us. */
const MAX_ITERATIONS = 1_000_000

export class Scram {
  readonly #password: string
  readonly #nonce: string
  #serverSignature: Buffer | undefined

  readonly #firstBare: string

  /** The server knows the user from the startup message and ignores the name here. */
  constructor(password: string, nonce = randomBytes(18).toString('base64'), name = '*') {
    this.#password = password.normalize('NFKC')
    this.#nonce = nonce
    this.#firstBare = `n=${name},r=${nonce}`
  }

  first(): string {
    return `n,,${this.#firstBare}`
  }

  /** The answer to the server's challenge. */
  async final(serverFirst: string): Promise<string> {
    const { r: nonce = '', s: salt = '', i: iterations = '' } = attributes(serverFirst)
    if (!nonce.startsWith(this.#nonce) || nonce === this.#nonce || !/^[1-9]\d{0,9}$/.test(iterations) || salt === '')
      throw new Error('the database sent a SCRAM challenge that does not answer ours')
    if (Number(iterations) > MAX_ITERATIONS)
      throw new Error(`the database asks for ${iterations} SCRAM iterations; ${MAX_ITERATIONS} are the limit`)
    const salted = await derive(this.#password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256')
    const withoutProof = `c=biws,r=${nonce}`
    const signed = `${this.#firstBare},${serverFirst},${withoutProof}`
    const clientKey = hmac(salted, 'Client Key')
    const signature = hmac(createHash('sha256').update(clientKey).digest(), signed)
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), signed)
    const proof = clientKey.map((byte, index) => byte ^ signature[index]!)
    return `${withoutProof},p=${Buffer.from(proof).toString('base64')}`
  }

  /** Throws when the server could not prove that it knows the password too. */
  verify(serverFinal: string): void {
    const given = Buffer.from(attributes(serverFinal).v ?? '', 'base64')
    const expected = this.#serverSignature
    if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Error('the database does not know its own password: another server answered in its place')
  }
}

const ROUNDS = 4_096

/** What PostgreSQL stores for a password. When it is given this instead, it never sees the password. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ROUNDS, 32, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `${MECHANISM}$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

function attributes(message: string): Record<string, string | undefined> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}
