// Keeps the state of a card at its processor equal to ours. A freeze or termination commits here first, where it takes effect at
// once, and is then pushed to the processor until both states agree. A freeze by the processor's own risk team is not undone.

import type { RowKey } from '../database/bulk.ts'
import { type Database, fragment, integerLiteral } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { CardStatus, OutsideStateCode, type ProcessorCardRow } from '../ledger/rows.ts'
import { cards, processorCards } from '../ledger/tables.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { claimDue, nextAttemptAt } from './claim-due.ts'
import type { Inbound, OutsideState } from './inbound.ts'
import { type Observed, type Processor, ProcessorRefused, ProcessorSilent } from './processor.ts'

/** A constant in the statement, so that the planner can use the index, which leaves out closed cards. */
const CLOSED = integerLiteral(OutsideStateCode.closed)
const FIRST_PAUSE_MS = 1_000

export function desiredState(status: CardStatus): OutsideState {
  if (status === CardStatus.active) return 'active'
  return status === CardStatus.frozen ? 'frozen' : 'closed'
}

/** A state at the processor has the same number as our corresponding status, so that the database can compare them. */
const codeOf = {
  active: CardStatus.active,
  frozen: CardStatus.frozen,
  closed: CardStatus.terminated,
} satisfies typeof OutsideStateCode

export function observedState(code: number): OutsideState {
  return outsideStates.find((state) => OutsideStateCode[state] === code)!
}

const outsideStates = Object.keys(OutsideStateCode) as OutsideState[]

type PushedCard = Pick<
  ProcessorCardRow,
  'bucket' | 'id' | 'workspace_id' | 'processor' | 'external_id' | 'push_attempts'
>

const savePush = processorCards.update('push_at', 'push_attempts')

/** Claims cards whose state must be pushed, for as long as a push may take, so that other processes get others. */
async function claimPushes(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  processor: string,
  limit: number,
) {
  const now = clock()
  const found = await database.readByKey<RowKey[]>`
    select bucket, id from processor_cards where push_at <= ${now} and processor = ${processor} order by push_at limit ${limit}`
  return claimDue(database, found, {
    table: processorCards,
    save: savePush,
    next: (card) =>
      card.push_at === null || card.push_at > now
        ? undefined
        : {
            ...card,
            push_attempts: card.push_attempts + 1,
            push_at: nextAttemptAt(now, card.push_attempts, FIRST_PAUSE_MS),
          },
  })
}

async function pushState(services: Services, processor: Processor, pushed: PushedCard): Promise<void> {
  const { processors, log, database } = services
  const [card] = await cards.find(database.readByKey, [pushed])
  if (!card) return
  try {
    const observed = await processor.setState(pushed.external_id, desiredState(card.status), newUuid())
    await noteObserved(database, pushed, seen(observed), services.clock())
    const outcome = observed.restriction === undefined ? 'taken' : 'restricted'
    processors.metrics.pushes.inc({ processor: processor.name, outcome })
  } catch (error) {
    const outcome = error instanceof ProcessorRefused ? 'refused' : 'silent'
    processors.metrics.pushes.inc({ processor: processor.name, outcome })
    log.warn(
      { processor: processor.name, attempts: pushed.push_attempts, ...describeFailure(error) },
      'a card state was not taken',
    )
  }
}

/** What was seen of a card. A restriction of `undefined` means that a message did not say. */
type Seen = { state: OutsideState; restriction: string | null | undefined }

/**
 * When the states agree, or the processor restricts the card itself, nothing more is pushed. The card is locked first: otherwise a
 * freeze that commits meanwhile would be compared with the status from before it, and its push would be lost.
 */
async function noteObserved(
  database: Database,
  { bucket, id }: { bucket: number; id: Uuid },
  { state, restriction }: Seen,
  now: Date,
): Promise<void> {
  const isUnsaid = restriction === undefined && state === 'frozen'
  const known = isUnsaid ? fragment`p.restriction` : fragment`${restriction ?? null}::text`
  const isSettled = fragment`(c.status = ${codeOf[state]} or (c.status = ${CardStatus.active} and ${known} is not null))`
  await database.write`
    update processor_cards p set observed_state = ${codeOf[state]}, observed_at = ${now}, restriction = ${known},
      push_at = case when ${isSettled} then null else coalesce(p.push_at, ${now}) end,
      push_attempts = case when ${isSettled} then 0 else p.push_attempts end,
      differs_since = case when ${isSettled} then null else coalesce(p.differs_since, ${now}) end
    from (select status from cards where bucket = ${bucket} and id = ${id} for share) as c
    where p.bucket = ${bucket} and p.id = ${id}`
}

function seen({ state, restriction }: Observed): Seen {
  return { state, restriction: restriction ?? null }
}

/**
 * The processor reports a card's state, which somebody may have changed there. Our state counts, and is pushed. A message does not say
 * who froze a card: a restriction that is not known yet is found by the push.
 */
export async function noteCardState(
  services: Pick<Services, 'database' | 'clock' | 'processors'>,
  processor: Processor,
  { cardRef, state }: Extract<Inbound, { type: 'card' }>,
): Promise<void> {
  const route = await services.processors.cards.find(processor.name, cardRef)
  if (route)
    await noteObserved(
      services.database,
      { bucket: route.workspace.bucket, id: route.cardId },
      { state, restriction: undefined },
      services.clock(),
    )
}

/** Cards whose state was not checked for an hour, oldest first, without those that could not be read in this hour. */
function selectUnobserved({ database, clock }: Pick<Services, 'database' | 'clock'>, before: Date, limit: number) {
  return database.readByKey<PushedCard[]>`
    select bucket, id, workspace_id, processor, external_id, push_attempts from processor_cards
    where observed_at <= ${before} and observed_state <> ${CLOSED} and (unread_until is null or unread_until <= ${clock()})
    order by observed_at limit ${limit}`
}

const OBSERVE_EVERY_MS = 3_600_000
const OBSERVED_BATCH = 500
/** After this many failures in a row the processor is taken to be down. The other cards are read in the next round. */
const MAX_SILENCES = 5
/** Pushed at the same time, so that one card that the processor does not answer for does not delay the others. */
const PUSH_BATCH = 10
const MAX_PUSH_BATCHES = 10

/** One round of the worker for one processor. Each has rounds of its own, so that a silent one does not delay the others. */
export async function pushStates(services: Services, processor: Processor): Promise<void> {
  for (let n = 0; n < MAX_PUSH_BATCHES; n++) {
    const claimed = await claimPushes(services, processor.name, PUSH_BATCH)
    await Promise.all(claimed.map((card) => pushState(services, processor, card)))
    if (claimed.length < PUSH_BATCH) return
  }
}

/** Compares the states of cards at the processor with ours. A card that cannot be read is left out until the next hour. */
export async function observeCards(services: Services): Promise<void> {
  const before = new Date(services.clock().getTime() - OBSERVE_EVERY_MS)
  const due = await selectUnobserved(services, before, OBSERVED_BATCH)
  const names = [...new Set(due.map(({ processor }) => processor))]
  await Promise.all(
    names.map((name) =>
      observeAt(
        services,
        name,
        due.filter(({ processor }) => processor === name),
      ),
    ),
  )
}

/** Cards of a processor that is not configured any more wait as well, behind the others. */
async function observeAt(services: Services, name: string, due: readonly PushedCard[]): Promise<void> {
  const processor = services.processors.get(name)
  let silences = 0
  for (const card of due) {
    if (silences === MAX_SILENCES) return
    try {
      if (!processor) throw new ProcessorSilent('the processor is not configured')
      await noteObserved(services.database, card, seen(await processor.observe(card.external_id)), services.clock())
      silences = 0
    } catch (error) {
      if (processor && error instanceof ProcessorSilent) silences += 1
      services.log.warn({ processor: name, ...describeFailure(error) }, 'the state of a card was not read')
      await noteUnread(services, card)
    }
  }
}

async function noteUnread({ database, clock }: Services, { bucket, id }: PushedCard): Promise<void> {
  const until = new Date(clock().getTime() + OBSERVE_EVERY_MS)
  await database.write`update processor_cards set unread_until = ${until} where bucket = ${bucket} and id = ${id}`
}
