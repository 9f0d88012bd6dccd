// Compares open holds with what their processors hold. A hold that nobody reports about any more would keep its money until it
// expires here, after weeks. From its second day on, each open hold is looked up once an hour. What the answer brings is
// applied like any other report; a difference that remains is recorded, and moves no money until an operator says so.

import { reverseHold } from '../authorizations/release-hold.ts'
import { unheldOf } from '../controls/usage.ts'
import type { Books } from '../engine/books.ts'
import type { Decision } from '../engine/operation.ts'
import { type HoldRow, HoldStatus, type OutsideAuthorizationRow } from '../ledger/rows.ts'
import { holds } from '../ledger/tables.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { describeFailure } from '../log.ts'
import type { Cents } from '../money.ts'
import type { Report } from '../processors/inbound.ts'
import { type Processor, ProcessorSilent } from '../processors/processor.ts'
import { claimComparison } from '../processors/processor-states.ts'
import { applyToBooks, type Known, outsideRow, targetOf } from './apply-to-books.ts'
import { submitOutside } from './outside-operation.ts'
import { takeInbound } from './take-inbound.ts'
import type { ReportServices } from './take-report.ts'

const COMPARE_EVERY_MS = 3_600_000
/** Less than the pause of the worker, so that of several processes one compares in each round. */
const ROUND_MS = 50_000
const BATCH = 200
/** After this many failures in a row the processor is taken to be down. What is still due is compared in the next round. */
const MAX_SILENCES = 5
const PATIENCE_MS = 10_000
const DONE: Decision = { status: 200, text: '', isRefusal: false, isKept: false, isSecret: false }

type Due = Pick<
  OutsideAuthorizationRow,
  'bucket' | 'id' | 'workspace_id' | 'card_id' | 'reference' | 'hold_id' | 'updated_at'
>
/** What the processor said; `report` is undefined when it does not know the authorization. */
type Found = { report: Report | undefined }

/** One round of the worker over all processors. */
export async function compareHolds(services: ReportServices): Promise<void> {
  await Promise.all(
    services.processors.all().map((processor) =>
      compareDue(services, processor).catch((error) => {
        services.log.warn({ processor: processor.name, ...describeFailure(error) }, 'holds were not compared')
      }),
    ),
  )
}

async function compareDue(services: ReportServices, processor: Processor): Promise<void> {
  if (!(await claimComparison(services, processor.name, ROUND_MS))) return
  let silences = 0
  for (const due of await selectDue(services, processor.name)) {
    silences = (await isAnswered(services, processor, due)) ? 0 : silences + 1
    if (silences === MAX_SILENCES) return
  }
}

/** A hold that cannot be compared now is tried again in an hour, so that it does not stand in front of the others. */
async function isAnswered(services: ReportServices, processor: Processor, due: Due): Promise<boolean> {
  try {
    await note(services, processor, due, await lookUp(services, processor, due))
    return true
  } catch (error) {
    if (isWorkspaceReplaced(error)) return true
    services.log.warn({ processor: processor.name, ...describeFailure(error) }, 'a hold was not compared')
    await note(services, processor, due, undefined).catch((failure) =>
      services.log.warn({ processor: processor.name, ...describeFailure(failure) }, 'a hold stays due'),
    )
    return !(error instanceof ProcessorSilent)
  }
}

/** Undefined when the hold has ended here, so that there is nothing to compare. */
async function lookUp(services: ReportServices, processor: Processor, due: Due): Promise<Found | undefined> {
  const [hold] = due.hold_id ? await holds.find(services.database.readByKey, [{ ...due, id: due.hold_id }]) : []
  if (hold?.status !== HoldStatus.pending) return undefined
  const report = await processor.authorization(due.reference)
  if (report) await takeInbound(services, processor, { type: 'report', report }, 'poll')
  return { report }
}

async function note(services: ReportServices, processor: Processor, due: Due, found: Found | undefined): Promise<void> {
  await onAuthorization(services, processor, due, false, (_books, known, row) => {
    const now = services.clock()
    const hold = known?.hold.status === HoldStatus.pending ? known.hold : undefined
    row.compare_at = hold ? new Date(now.getTime() + COMPARE_EVERY_MS) : null
    if (!hold) noteDifference(row, undefined, now)
    else if (found && isCurrent(row, due, found)) {
      const target = found.report ? targetOf(found.report) : 0n
      noteDifference(row, target === coveredBy(hold) ? undefined : target, now)
    }
  })
}

/** What the processor may take: the hold, and what a verification approved without holding it. */
function coveredBy(hold: HoldRow): Cents {
  return hold.held_cents + unheldOf(hold)
}

/** Whether nothing was decided or applied since the row was read, except the answer itself. */
function isCurrent(row: OutsideAuthorizationRow, due: Due, { report }: Found): boolean {
  if (row.updated_at.getTime() === due.updated_at.getTime()) return true
  return row.version === report?.version && row.placed_by === null
}

function noteDifference(row: OutsideAuthorizationRow, outside: Cents | undefined, now: Date): void {
  const differs_since = outside === undefined ? null : (row.differs_since ?? now)
  Object.assign(row, { differs_since, outside_cents: outside ?? null })
}

/** For an operator: sets the holds that differ to the processor's amounts, and returns how many there were. */
export async function takeOutsideHolds(services: ReportServices, processor: Processor): Promise<number> {
  const differing = await selectDiffering(services, processor.name)
  let taken = 0
  for (const due of differing) {
    const found = await lookUp(services, processor, due)
    if (found && (await takeOutside(services, processor, due, found))) taken += 1
    await note(services, processor, due, found)
  }
  return taken
}

async function takeOutside(services: ReportServices, processor: Processor, due: Due, found: Found): Promise<boolean> {
  let isTaken = false
  await onAuthorization(services, processor, due, true, (books, known, row) => {
    if (!known || !isCurrent(row, due, found)) return
    const { hold, authorized } = known
    const target = found.report ? targetOf(found.report) : 0n
    if (target === undefined || target === coveredBy(hold)) return
    isTaken = true
    // It was asked for just now, so it is the newest report, whatever its version.
    if (found.report) {
      const version = found.report.version > row.version ? found.report.version : row.version + 1n
      applyToBooks(books, processor.name, { ...found.report, version }, known, services.clock())
    } else reverseHold(books.changes, books.workspace, books.card, hold, hold.held_cents, authorized, books.now)
  })
  return isTaken
}

async function onAuthorization(
  services: ReportServices,
  processor: Processor,
  { bucket, workspace_id, card_id, reference }: Due,
  movesWallet: boolean,
  act: (books: Books, known: Known, row: OutsideAuthorizationRow) => void,
): Promise<void> {
  await submitOutside(services, {
    processor: processor.name,
    authorizationRef: reference,
    route: { workspace: { bucket, id: workspace_id }, cardId: card_id },
    key: undefined,
    movesWallet,
    deadline: performance.now() + PATIENCE_MS,
    decide(books, known) {
      if (books.outside) {
        act(books, known, outsideRow(books, processor.name, { authorizationRef: reference }, services.clock()))
      }
      return DONE
    },
    refuse: () => DONE,
  })
}

function selectDue({ database, clock }: ReportServices, processor: string): Promise<Due[]> {
  return database.readByKey<Due[]>`
    select bucket, id, workspace_id, card_id, reference, hold_id, updated_at from processor_authorizations
    where processor = ${processor} and compare_at <= ${clock()} order by compare_at limit ${BATCH}`
}

function selectDiffering({ database }: ReportServices, processor: string): Promise<Due[]> {
  return database.readByKey<Due[]>`
    select bucket, id, workspace_id, card_id, reference, hold_id, updated_at from processor_authorizations
    where processor = ${processor} and differs_since is not null order by differs_since limit ${BATCH}`
}
