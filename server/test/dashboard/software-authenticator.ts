// A passkey in software: it responds like a phone or a security key, following the WebAuthn specification (level 2,
// sections 5.8.1, 6.1 and 8.7), so that the tests need no browser.

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

export type Authenticator = {
  register(options: { challenge: string; rp: { id: string } }, origin: string): object
  sign(options: { challenge: string; rpId: string }, origin: string): object
}

/** `verifiesUser: false` is a device that does not verify its user. */
export function softwareAuthenticator({ verifiesUser = true } = {}): Authenticator {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  let counter = 0
  const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)
  return {
    register({ challenge, rp }, origin) {
      const clientData = clientDataOf('webauthn.create', challenge, origin)
      const key = cbor(
        new Map<number, unknown>([
          [1, 2], // kty: EC2
          [3, -7], // alg: ES256
          [-1, 1], // crv: P-256
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([id.length >> 8, id.length & 0xff])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const authData = Buffer.concat([authenticatorData(rp.id, flags | ATTESTED, counter), credential])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer(id, { clientDataJSON: base64(clientData), attestationObject: base64(cbor(attestation)) })
    },
    sign({ challenge, rpId }, origin) {
      counter += 1
      const clientData = clientDataOf('webauthn.get', challenge, origin)
      const authData = authenticatorData(rpId, flags, counter)
      const hash = createHash('sha256').update(clientData).digest()
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, hash]))
        .sign(privateKey)
      return answer(id, {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(signature),
      })
    },
  }
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

function answer(id: Buffer, response: object): object {
  return { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {}, response }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url')
}

/** The part of CBOR (RFC 8949) that is needed here. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
  return Buffer.concat([head(2, (value as Buffer).length), value as Buffer])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
