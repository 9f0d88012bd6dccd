// Keeps pages up to date without a reload: follows the event stream and refetches the queries that an event affects. A
// viewer may not read events, because they carry passcodes, so a viewer's pages are polled every few seconds.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { currentBulkRun } from '../cards/bulk/bulk-store.ts'
import { type Environment, useEnvironment } from './environment.ts'
import { Problem, raw } from './request.ts'
import type { EventEnvelope } from './schemas.ts'

/** Maps the first word of an event type to the nouns of the queries (see read.ts) that the event affects. */
const touched: Record<string, string[]> = {
  // When a card ends, the spend request that it was made for may end too.
  card: ['cards', 'wallet', 'overview', 'spend-requests', 'events'],
  // An authorization uses up the challenge that confirmed it.
  transaction: ['transactions', 'cards', 'wallet', 'overview', 'challenges', 'events'],
  deposit: ['deposits', 'wallet', 'events'],
  '3ds': ['challenges', 'events'],
  spend_request: ['spend-requests', 'cards', 'wallet', 'events'],
  webhook: ['webhooks', 'events'],
  // Not an event: the stream sends this to a person whose inbox has something new.
  notification: ['notifications'],
}
const everything = [...new Set(Object.values(touched).flat())]

const TOGETHER_MS = 250
/** A run over many cards sends an event for each card. */
const TOGETHER_IN_RUN_MS = 2_000
const POLL_MS = 5_000
const RETRY_MS = 2_000

export function useLive(mayStream: boolean, onEvent: (event: EventEnvelope) => void): void {
  const queries = useQueryClient()
  const environment = useEnvironment()
  const tell = useRef(onEvent)
  tell.current = onEvent
  useEffect(() => {
    const stopping = new AbortController()
    const refresh = together(queries)
    if (mayStream)
      void follow(environment, stopping.signal, (event) => {
        refresh(touched[event.type.split('.', 1)[0]!] ?? [])
        tell.current(event)
      }).then(() => {
        // The service refused the session. Refetching `me` shows why.
        if (!stopping.signal.aborted) void queries.invalidateQueries({ queryKey: ['me'] })
      })
    const timer = mayStream ? undefined : setInterval(() => refresh(everything), POLL_MS)
    return () => {
      stopping.abort()
      clearInterval(timer)
    }
  }, [queries, environment, mayStream])
}

/** Collects the events of a burst and refetches once. */
function together(queries: QueryClient): (names: string[]) => void {
  const waiting = new Set<string>()
  return (names) => {
    if (names.length === 0) return
    const isFirst = waiting.size === 0
    for (const name of names) waiting.add(name)
    if (!isFirst) return
    const waitMs = currentBulkRun()?.run.state().isRunning ? TOGETHER_IN_RUN_MS : TOGETHER_MS
    setTimeout(() => {
      const due = new Set(waiting)
      waiting.clear()
      void queries.invalidateQueries({ predicate: ({ queryKey }) => due.has(queryKey[1] as string) })
    }, waitMs)
  }
}

async function follow(
  environment: Environment,
  signal: AbortSignal,
  onEvent: (event: EventEnvelope) => void,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const response = await raw('GET', '/v1/events/stream', {
        signal,
        headers: { 'X-Cardwright-Environment': environment, ...(last !== undefined && { 'Last-Event-ID': last }) },
      })
      for await (const message of messages(response.body!)) {
        last = message.id ?? last
        if (message.data) onEvent(JSON.parse(message.data) as EventEnvelope)
      }
    } catch (error) {
      if (signal.aborted || (error instanceof Problem && (error.status === 401 || error.status === 403))) return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

type Message = { id?: string; data?: string }

async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) yield messageOf(block)
  }
}

function messageOf(block: string): Message {
  const message: Message = {}
  for (const line of block.split('\n')) {
    if (line.startsWith('id:')) message.id = line.slice(3).trim()
    if (line.startsWith('data:')) message.data = (message.data ?? '') + line.slice(5).trimStart()
  }
  return message
}
