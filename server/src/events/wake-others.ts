// Carries hints between processes that share a database, by NOTIFY: from the application, after the commit, and
// at most twenty times a second. In a commit of its own it would queue with every other at one lock.

import type { Database } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { bothNews, type News, type Place, type Wake } from './wake.ts'

const CHANNEL = 'cardwright_wake'
const PAUSE_MS = 50
// PostgreSQL takes 8,000 bytes; an entry has about 45.
const MOST_IN_MESSAGE = 150

/** Resolves once it listens, to how to stop. Hints that a lost connection swallows are found by those who look anyway. */
export async function wakeOthers(
  database: Pick<Database, 'listen' | 'notify'>,
  wake: Wake,
  self: string,
): Promise<() => Promise<void>> {
  const waiting = new Map<Uuid, { place: Place; news: News }>()
  let timer: NodeJS.Timeout | undefined
  let isHearing = false

  const send = () => {
    timer = undefined
    const batch = [...waiting.values()].slice(0, MOST_IN_MESSAGE)
    for (const { place } of batch) waiting.delete(place.id)
    if (waiting.size > 0) timer = setTimeout(send, PAUSE_MS)
    database.notify(CHANNEL, [self, ...batch.map(write)].join(' ')).catch(() => {}) // the others will look by themselves
  }
  const stopListening = wake.on((place, news) => {
    if (isHearing) return // it came from another process: they all know
    waiting.set(place.id, { place, news: bothNews(waiting.get(place.id)?.news, news) })
    timer ??= setTimeout(send, PAUSE_MS)
  })
  const unlisten = await database.listen(CHANNEL, (message) => {
    const [from, ...entries] = message.split(' ')
    if (from === self) return
    isHearing = true
    for (const entry of entries) {
      const { place, news } = parse(entry)
      wake.raise(place, news)
    }
    isHearing = false
  })
  return async () => {
    stopListening()
    clearTimeout(timer)
    await unlisten()
  }
}

const letters: Record<News, string> = { events: 'e', all: 'a', endpoints: 'w' }

function write({ place, news }: { place: Place; news: News }): string {
  return `${letters[news]}:${place.bucket}:${place.id}`
}

function parse(entry: string): { place: Place; news: News } {
  const [letter, bucket, id] = entry.split(':')
  const news = letter === 'w' ? 'endpoints' : letter === 'a' ? 'all' : 'events'
  return { place: { bucket: Number(bucket), id: id as Uuid }, news }
}
