// Brings a report into the books. A report that cannot be applied is deferred. One for an unknown card is applied when the card
// appears; any other waits for an operator.

import { type Decision, NotDecided } from '../engine/operation.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { dropOutdated, isNewerParked, type NotApplied } from '../processors/deferred-messages.ts'
import type { Report } from '../processors/inbound.ts'
import type { OutsideRoute } from '../processors/outside-cards.ts'
import { outsideId } from '../processors/outside-id.ts'
import type { Services } from '../services.ts'
import { applyToBooks } from './apply-to-books.ts'
import { submitOutside } from './outside-operation.ts'

/** The services that applying needs, which an operator's command has too. */
export type ReportServices = Pick<Services, 'database' | 'vault' | 'clock' | 'engine' | 'processors' | 'log'>

const PATIENCE_MS = 10_000
const KNOWN: Decision = { status: 204, text: '', isRefusal: false, isKept: false, isSecret: false }
const APPLIED: Decision = { status: 200, text: '', isRefusal: false, isKept: false, isSecret: false }
const OTHER_CARD: Decision = { ...APPLIED, status: 409 }
const NO_CARD: Decision = { ...APPLIED, status: 404 }

/** `known` means that it brought nothing new. */
export type Taken = 'applied' | 'known' | NotApplied

export function isNotApplied(taken: Taken): taken is NotApplied {
  return taken !== 'applied' && taken !== 'known'
}

export async function takeReport(services: ReportServices, processor: string, report: Report): Promise<Taken> {
  const route = await services.processors.cards.find(processor, report.cardRef)
  if (!route) return 'unknown card'
  const status = await applyReport(services, processor, report, route).catch((error) => {
    // The card's sandbox was reset, and its books are gone.
    if (isWorkspaceReplaced(error)) return APPLIED.status
    throw error
  })
  if (status === NO_CARD.status) return 'unknown card'
  if (status === OTHER_CARD.status) return 'another card'
  const taken = status === APPLIED.status ? 'applied' : 'known'
  if (!addsUp(report)) return (await isOutdated(services, processor, report, route)) ? taken : 'posts do not add up'
  if (taken === 'applied' && report.settled !== undefined) await dropOutdated(services, processor, report)
  return taken
}

/**
 * A newer report was applied, and it was complete, since it is not stored as one that does not add up. It had every posting, so nothing
 * of this one is missing.
 */
async function isOutdated(
  services: ReportServices,
  processor: string,
  report: Report,
  { workspace }: OutsideRoute,
): Promise<boolean> {
  const id = outsideId('authorization', processor, report.authorizationRef)
  const [row] = await services.database.readByKey<{ version: bigint }[]>`
    select version from processor_authorizations
    where bucket = ${workspace.bucket} and id = ${id} and workspace_id = ${workspace.id}`
  if (!row || row.version <= report.version) return false
  return !(await isNewerParked(services, processor, report))
}

async function applyReport(
  services: ReportServices,
  processor: string,
  report: Report,
  route: OutsideRoute,
): Promise<number> {
  const { status } = await submitOutside(services, {
    processor,
    authorizationRef: report.authorizationRef,
    route,
    key: undefined,
    movesWallet: true,
    deadline: performance.now() + PATIENCE_MS,
    decide(books, known) {
      if (books.outside && books.outside.card_id !== route.cardId) return OTHER_CARD
      return applyToBooks(books, processor, report, known, services.clock()) ? APPLIED : KNOWN
    },
    refuse: () => NO_CARD,
  })
  if (status < 0) throw new NotDecided('The report was not applied.')
  return status
}

/** Whether the processor's settled total equals the sum of its postings. */
function addsUp({ posts, settled }: Report): boolean {
  if (settled === undefined) return true
  return (
    posts.reduce((sum, post) => (post.direction === 'debit' ? sum + post.amount : sum - post.amount), 0n) === settled
  )
}
