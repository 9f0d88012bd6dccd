// The idempotency key of a request. The engine stores and replays the answers (engine/stored-answers.ts).

import type { RequestKey } from '../engine/operation.ts'
import { ApiError } from '../errors.ts'
import { type Uuid, uuidFromBytes } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'

type Headers = Record<string, string | string[] | undefined>

/**
 * The key, or undefined when there is none. Many clients and proxies know the header as Idempotency-Key, so both names are
 * accepted. A request with two different keys is refused, because either of them may be the one that its sender will repeat.
 */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = keyIn(headers, 'X-Idempotency-Key')
  const synonym = keyIn(headers, 'Idempotency-Key')
  if (key !== undefined && synonym !== undefined && key !== synonym)
    throw new ApiError('invalid_request', 'X-Idempotency-Key and Idempotency-Key differ. Send one of them.', {
      param: 'Idempotency-Key',
    })
  return key ?? synonym
}

function keyIn(headers: Headers, name: string): string | undefined {
  const header = headers[name.toLowerCase()]
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw new ApiError('invalid_request', `${name} must have 1 to 255 printable ASCII characters.`, { param: name })
}

/**
 * Stores hashes and not the texts, because clients' keys and bodies with card data must not be stored in the clear. The same
 * words from another person, or from another restricted key, are a different request, because the first answer did not check
 * what they may do.
 */
export function requestKey(
  vault: Vault,
  key: string,
  method: string,
  path: string,
  body: unknown,
  askerId?: Uuid,
): RequestKey {
  return {
    keyHash: uuidFromBytes(vault.fingerprint('key', key)),
    fingerprint: uuidFromBytes(
      vault.fingerprint(
        'request',
        method,
        path,
        canonicalJson(body ?? {}),
        ...(askerId === undefined ? [] : [askerId]),
      ),
    ),
  }
}

/** Equal JSON values give the same text, whatever the order of their keys. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}
