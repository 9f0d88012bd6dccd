// A client of GET /events/stream that reads line by line, following the standard for server-sent events.

import { type IncomingMessage, request } from 'node:http'
import { after } from 'node:test'
import type { Api } from '../harness.ts'
import type { Json } from '../sandbox/scene.ts'

export type Sent = { id: string; event: string; data: Json }

export type StreamReader = {
  status: number
  headers: IncomingMessage['headers']
  /** The whole response if it is not a stream. */
  body: Json
  sent: Sent[]
  /** Everything that was received, unchanged. */
  text(): string
  waitFor(count: number): Promise<Sent[]>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

type Opening = { query?: string; headers?: Record<string, string> }

const WAIT_MS = 40_000
const open = new Set<StreamReader>()

/** Resolves once the response has begun and, for a stream, the server is listening for events. */
export async function readStream(
  { url, api }: { url: string; api: Api },
  opening: Opening = {},
): Promise<StreamReader> {
  const outgoing = request(`${url}/v1/events/stream${opening.query ?? ''}`, {
    headers: { authorization: `Bearer ${api.key}`, ...opening.headers },
    agent: false,
  })
  outgoing.end()
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
  })
  const waiting = new Set<() => void>()
  const isStream = (incoming.headers['content-type'] ?? '').startsWith('text/event-stream')
  const over = Promise.withResolvers<void>()
  let text = ''
  let rest = ''
  const reader: StreamReader = {
    status: incoming.statusCode!,
    headers: incoming.headers,
    body: undefined,
    sent: [],
    text: () => text,
    waitFor: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (reader.sent.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(reader.sent)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${reader.sent.length} of ${count} events came within ${WAIT_MS / 1000} s`))
        }, WAIT_MS)
        waiting.add(look)
        look()
      }),
    ended: over.promise,
    close: () => outgoing.destroy(),
  }
  const begun = Promise.withResolvers<void>()
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const sent = parse(rest.slice(0, end))
      rest = rest.slice(end + 2)
      if (sent) reader.sent.push(sent)
    }
    begun.resolve()
    for (const look of waiting) look()
  })
  incoming.on('error', () => {})
  incoming.on('close', () => {
    begun.resolve()
    over.resolve()
    open.delete(reader)
  })
  await begun.promise
  if (!isStream) {
    await over.promise
    reader.body = JSON.parse(text)
  } else open.add(reader)
  return reader
}

after(() => {
  for (const reader of open) reader.close()
})

/** Parses a block of lines. Returns undefined for a block without data, such as a comment or `retry`. */
function parse(block: string): Sent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [name, ...value] = line.split(': ')
    if (name !== '') fields.set(name!, value.join(': '))
  }
  if (!fields.has('data')) return undefined
  return { id: fields.get('id')!, event: fields.get('event')!, data: JSON.parse(fields.get('data')!) }
}
