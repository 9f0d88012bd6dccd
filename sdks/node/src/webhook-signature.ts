// The two schemes in which a webhook is signed: Standard Webhooks, which covers the id and the time, and the plain one,
// HMAC-SHA256 of the body in hex. WebCrypto, so that it runs on every runtime; its `verify` compares in constant time.

const HASH = { name: 'HMAC', hash: 'SHA-256' }
const text = new TextEncoder()

// WebCrypto only accepts a view on a buffer that is not shared.
export type Bytes = Uint8Array<ArrayBuffer>

export function bytesOf(value: string): Bytes {
  return text.encode(value)
}

export function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The content that Standard Webhooks signs. */
export function standardContent(id: string, timestamp: string, body: Bytes): Bytes {
  return joined(bytesOf(`${id}.${timestamp}.`), body)
}

/** The key of Standard Webhooks: the decoded text after `whsec_` if it is base64 of 24 to 64 bytes, else the secret. */
export function standardKey(secret: string): Bytes {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  const decoded = encoded !== undefined && encoded.length % 4 === 0 ? fromBase64(encoded) : undefined
  return decoded && decoded.length >= 24 && decoded.length <= 64 ? decoded : bytesOf(secret)
}

export async function sign(key: Bytes, content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(key, 'sign'), content))
}

/** Whether one of the signatures was made with one of the keys. */
export async function isSignedBy(keys: Bytes[], signatures: Bytes[], content: Bytes): Promise<boolean> {
  const imported = await Promise.all(keys.map((key) => hmacKey(key, 'verify')))
  const pairs = imported.flatMap((key) => signatures.map((signature) => ({ key, signature })))
  const verdicts = await Promise.all(
    pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, content)),
  )
  return verdicts.includes(true)
}

function hmacKey(key: Bytes, use: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', key, HASH, false, [use])
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function fromHex(hex: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return new Uint8Array(0)
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Empty when the text is not base64: no signature equals an empty one. */
export function fromBase64(encoded: string): Bytes {
  try {
    return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
