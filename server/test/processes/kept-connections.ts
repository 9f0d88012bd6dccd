// Requests over persistent connections, one at a time on each. A connection always reaches the same process, so several
// connections reach all processes.

import { Agent, request } from 'node:http'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

export class KeptConnection {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string) {
    this.#url = url
  }

  send(method: string, path: string, key: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const text = body && JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.#url}${path}`,
        {
          method,
          agent: this.#agent,
          timeout: 20_000,
          headers: {
            authorization: `Bearer ${key}`,
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (incoming) => {
          let received = ''
          incoming.setEncoding('utf8').on('data', (chunk) => (received += chunk))
          incoming.on('end', () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text: received }))
          incoming.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Sends `count` requests over so many connections, with one request in progress on each at any time. */
export async function sendMany(
  connections: readonly KeptConnection[],
  count: number,
  send: (connection: KeptConnection, n: number) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = []
  let sent = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (sent < count) replies.push(await send(connection, sent++))
    }),
  )
  return replies
}

export function statusesOf(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
