// News that no message has brought. Every minute, and at the start, each processor is asked what has happened since, with an
// overlap: what is known already changes nothing. Whatever polling finds first is counted, since messages seem to be lost.

import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import type { Inbound } from './inbound.ts'
import { duePark, postpone, unpark } from './parked.ts'
import type { Processor } from './processor.ts'
import { claimPoll, noteNewsRead, saveBalance, saveCursor, saveHeld } from './processor-states.ts'
import { takeInbound } from './take-inbound.ts'
import { isNotFolded, takeReport } from './take-report.ts'

export const POLL_MS = 60_000
/** In one round: what is left comes in the next one. */
const MAX_PAGES = 200
const PARKED_BATCH = 200

/** One round of the worker over all processors; one that does not answer does not stop the others. */
export async function catchUp(services: Services): Promise<void> {
  for (const processor of services.processors.all()) {
    await catchUpWith(services, processor).catch((error) =>
      services.log.warn({ processor: processor.name, ...describeFailure(error) }, 'news of a processor was not read'),
    )
  }
}

async function catchUpWith(services: Services, processor: Processor): Promise<void> {
  const claimed = await claimPoll(services, processor.name, POLL_MS - 5_000)
  if (!claimed) return
  await readNews(services, processor, claimed.cursor ?? undefined)
  await noteNewsRead(services, processor.name)
  const balance = await processor.balance()
  if (!balance) return
  await saveBalance(services, processor.name, balance.available)
  await saveHeld(services, processor.name)
}

/** The cursor moves when everything before it is in the books. Returns how many items there were. */
export async function readNews(services: Services, processor: Processor, from: string | undefined): Promise<number> {
  let cursor = from
  let count = 0
  for (let n = 0; n < MAX_PAGES; n++) {
    const page = await processor.since(cursor)
    const isWhole = await takePage(services, processor, page.items)
    count += page.items.length
    if (!isWhole) break // read again in the next round
    if (page.cursor !== undefined && page.cursor !== cursor) await saveCursor(services, processor.name, page.cursor)
    cursor = page.cursor ?? cursor
    if (!page.isMore) break
  }
  return count
}

/** How often an item was tried that could not be taken: one that never can must not stop those behind it. */
const failures = new Map<string, number>()
const MAX_FAILURES = 5
const MOST_FAILURES = 10_000

/** False where an item must be asked for again. */
async function takePage(services: Services, processor: Processor, items: readonly Inbound[]): Promise<boolean> {
  let isWhole = true
  for (const item of items) {
    try {
      await takeInbound(services, processor, item, 'poll')
    } catch (error) {
      const tries = countFailure(processor.name, item)
      if (tries < MAX_FAILURES) isWhole = false
      services.log.warn({ processor: processor.name, tries, ...describeFailure(error) }, 'news could not be taken')
    }
  }
  return isWhole
}

function countFailure(processor: string, item: Inbound): number {
  const name = item.type === 'thin' ? item.reference : item.type === 'report' ? item.report.authorizationRef : item.type
  const key = `${processor} ${name}`
  const tries = (failures.get(key) ?? 0) + 1
  if (failures.size >= MOST_FAILURES) failures.clear()
  failures.set(key, tries)
  return tries
}

/** What was parked and may be folded by now. */
export async function foldParked(services: Services): Promise<void> {
  for (const parked of await duePark(services, PARKED_BATCH)) {
    const taken = await takeReport(services, parked.processor, parked.report)
    if (isNotFolded(taken)) await postpone(services, parked, taken)
    else await unpark(services, parked.id)
  }
}
