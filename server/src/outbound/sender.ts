// Sends webhooks and the questions of decision hooks. Nothing here throws, since a failed attempt is a result like any other.

import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { checkedConnector } from './connector.ts'
import { exchange, type PostResult } from './exchange.ts'
import { isPublicAddress } from './public-address.ts'
import { isLoopbackUrl, webhookUrlFault } from './webhook-url.ts'

export type { PostResult } from './exchange.ts'
/** `timeoutMs` and `keepBytes` are set when they differ from those of a webhook. */
export type Post = {
  url: string
  headers: Record<string, string>
  body: string
  allowLoopback: boolean
  timeoutMs?: number
  keepBytes?: number
}
/** `close` aborts what is under way. */
export type Sender = { post(post: Post): Promise<PostResult>; close(): Promise<void> }

export type SenderOptions = {
  lookup?: LookupFunction
  timeoutMs?: number
  ca?: string
  /** For tests, whose receivers with TLS can only be on loopback. */
  isPublic?: (address: string) => boolean
}

const TIMEOUT_MS = 15_000

export function openSender(options: SenderOptions = {}): Sender {
  const { lookup, ca, timeoutMs: ownTimeoutMs = TIMEOUT_MS, isPublic = isPublicAddress } = options
  // One agent per rule, so that a connection permitted by one rule cannot be used under the other.
  const toPublic = openAgent(checkedConnector({ isPermitted: isPublic, timeoutMs: ownTimeoutMs, lookup, ca }))
  const toLoopback = openAgent(checkedConnector({ isPermitted: isLoopbackAddress, timeoutMs: ownTimeoutMs, lookup }))
  const underWay = new Set<Promise<PostResult>>()
  let closed: Promise<void> | undefined

  function attempt({ url, allowLoopback, timeoutMs = ownTimeoutMs, ...post }: Post): Promise<PostResult> {
    if (closed) return refused('sender is closed')
    const fault = webhookUrlFault(url, { allowLoopback })
    if (fault !== undefined) return refused(`URL refused: ${fault}`)
    return exchange(isLoopbackUrl(url) ? toLoopback : toPublic, { ...post, url: new URL(url), timeoutMs })
  }

  async function close(): Promise<void> {
    await Promise.all([toPublic.destroy(), toLoopback.destroy()])
    await Promise.all(underWay)
  }

  return {
    async post(post) {
      const result = attempt(post)
      underWay.add(result)
      return result.finally(() => underWay.delete(result))
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

/** undici drops an origin when its last connection is gone, so endpoints that are no longer used leave nothing. */
export function openAgent(connect: ReturnType<typeof checkedConnector>): Agent {
  return new Agent({
    connect,
    allowH2: false,
    pipelining: 1,
    // Idle connections are closed early, because an attempt fails when the receiver closes a connection just as it is reused.
    keepAliveTimeout: 4_000,
    // At most, when the receiver says how long it keeps them.
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16 * 1024,
    // Each attempt has its own limit for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** The addresses that localhost may have. Any other address was not permitted. */
function isLoopbackAddress(address: string): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}

function refused(error: string): Promise<PostResult> {
  return Promise.resolve({ status: null, body: null, retryAfter: null, error, durationMs: 0 })
}
