// Reads updates that no message has brought. Every minute, and at the start, each processor is asked what has happened since the
// last time, with an overlap, because an update that is already known changes nothing. Updates that polling finds first are counted,
// since it means that messages are lost.

import { describeFailure } from '../log.ts'
import { type DeferredMessage, dueDeferred, postpone, removeDeferred } from '../processors/deferred-messages.ts'
import type { Inbound } from '../processors/inbound.ts'
import type { Processor } from '../processors/processor.ts'
import { claimPoll, noteUpdatesRead, saveBalance, saveCursor, saveHeld } from '../processors/processor-states.ts'
import { takeInbound } from './take-inbound.ts'
import { isNotApplied, type ReportServices, takeReport } from './take-report.ts'

export const POLL_MS = 60_000
/** The limit of one round. The rest is read in the next one. */
const MAX_PAGES = 200
const PARKED_BATCH = 200

/** Asked by this process before. */
const polled = new WeakSet<Processor>()

/** One round of the worker for one processor. Each has rounds of its own, so that a silent one does not delay the others. */
export async function catchUp(services: ReportServices, processor: Processor): Promise<void> {
  await readDue(services, processor).catch((error) =>
    services.log.warn({ processor: processor.name, ...describeFailure(error) }, 'updates of a processor were not read'),
  )
}

async function readDue(services: ReportServices, processor: Processor): Promise<void> {
  // A process that has just started asks at once, since it does not know how long no process was running.
  const claimed = await claimPoll(services, processor.name, polled.has(processor) ? POLL_MS - 5_000 : 0)
  polled.add(processor)
  if (!claimed) return
  const { isWhole } = await readUpdates(services, processor, claimed.cursor ?? undefined)
  if (isWhole) await noteUpdatesRead(services, processor.name)
  const balance = await processor.balance()
  if (!balance) return
  await saveBalance(services, processor.name, balance.available)
  await saveHeld(services, processor.name)
}

/**
 * `cursor` is where to continue. `isMore` is true when there is more to read than the round has read. `isWhole` is false when an item
 * could not be taken, and must be read again.
 */
export type UpdatesRead = { items: number; cursor: string | undefined; isMore: boolean; isWhole: boolean }

/** The cursor moves only when everything before it is in the books. */
export async function readUpdates(
  services: ReportServices,
  processor: Processor,
  from: string | undefined,
): Promise<UpdatesRead> {
  let cursor = from
  let items = 0
  for (let n = 0; n < MAX_PAGES; n++) {
    const page = await processor.since(cursor)
    const isWhole = await takePage(services, processor, page.items)
    items += page.items.length
    if (!isWhole) return { items, cursor, isMore: true, isWhole } // read again in the next round
    if (page.cursor !== undefined && page.cursor !== cursor) await saveCursor(services, processor.name, page.cursor)
    cursor = page.cursor ?? cursor
    if (!page.isMore) return { items, cursor, isMore: false, isWhole }
  }
  return { items, cursor, isMore: true, isWhole: true }
}

/** How often each failing item was tried, because one that always fails must not block those behind it. */
const failures = new Map<string, number>()
const MAX_FAILURES = 5
const MAX_REMEMBERED = 10_000

/** False where an item must be asked for again. */
async function takePage(services: ReportServices, processor: Processor, items: readonly Inbound[]): Promise<boolean> {
  let isWhole = true
  for (const item of items) {
    try {
      await takeInbound(services, processor, item, 'poll')
    } catch (error) {
      const tries = countFailure(processor.name, item)
      if (tries < MAX_FAILURES) isWhole = false
      services.log.warn({ processor: processor.name, tries, ...describeFailure(error) }, 'updates could not be taken')
    }
  }
  return isWhole
}

function countFailure(processor: string, item: Inbound): number {
  const name = item.type === 'thin' ? item.reference : item.type === 'report' ? item.report.authorizationRef : item.type
  const key = `${processor} ${name}`
  const tries = (failures.get(key) ?? 0) + 1
  if (failures.size >= MAX_REMEMBERED) failures.clear()
  failures.set(key, tries)
  return tries
}

/** Tries to apply deferred messages. Returns how many were tried, and how many of them are now in the books. */
export async function applyDeferred(services: ReportServices): Promise<{ tried: number; applied: number }> {
  const due = await dueDeferred(services, PARKED_BATCH)
  let applied = 0
  for (const deferred of due) if (await applyDeferredOne(services, deferred)) applied += 1
  return { tried: due.length, applied }
}

/** A message that fails is tried again later, so that it does not block those behind it. */
async function applyDeferredOne(services: ReportServices, deferred: DeferredMessage): Promise<boolean> {
  try {
    const taken = await takeReport(services, deferred.processor, deferred.report)
    if (isNotApplied(taken)) await postpone(services, deferred, taken)
    else await removeDeferred(services, deferred.id)
    return !isNotApplied(taken)
  } catch (error) {
    services.log.warn(
      { processor: deferred.processor, ...describeFailure(error) },
      'a deferred message was not applied',
    )
    await postpone(services, deferred, deferred.reason)
    return false
  }
}
