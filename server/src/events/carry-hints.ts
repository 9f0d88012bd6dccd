// Collects the hints of this process for a short time, merges those of one workspace, and sends them to the other processes:
// by NOTIFY between machines, and through the supervisor within one machine.

import type { Uuid, WorkspaceKey } from '../ids.ts'
import { bothTopics, type Topic, type Wake } from './wake.ts'

type Hint = { place: WorkspaceKey; topic: Topic }
type Carrier = { pauseMs: number; maxHints: number; send(hints: string[]): void }

/** Returns a function that stops it. */
export function carryHints(wake: Wake, { pauseMs, maxHints, send }: Carrier): () => void {
  const waiting = new Map<Uuid, Hint>()
  let timer: NodeJS.Timeout | undefined
  const sendWaiting = () => {
    const batch = [...waiting.values()].slice(0, maxHints)
    for (const { place } of batch) waiting.delete(place.id)
    timer = waiting.size > 0 ? setTimeout(sendWaiting, pauseMs) : undefined
    send(batch.map(write))
  }
  const stopListening = wake.on((place, topic, isHeard) => {
    if (isHeard) return
    waiting.set(place.id, { place, topic: bothTopics(waiting.get(place.id)?.topic, topic) })
    timer ??= setTimeout(sendWaiting, pauseMs)
  })
  return () => {
    stopListening()
    clearTimeout(timer)
  }
}

/** Raises the hints that another process sent. */
export function receiveHints(wake: Wake, hints: readonly string[]): void {
  for (const hint of hints) {
    const { place, topic } = parse(hint)
    wake.raise(place, topic, true)
  }
}

const letters: Record<Topic, string> = { events: 'e', all: 'a', endpoints: 'w' }

function write({ place, topic }: Hint): string {
  return `${letters[topic]}:${place.bucket}:${place.id}`
}

function parse(entry: string): Hint {
  const [letter, bucket, id] = entry.split(':')
  const topic = letter === 'w' ? 'endpoints' : letter === 'a' ? 'all' : 'events'
  return { place: { bucket: Number(bucket), id: id as Uuid }, topic }
}
