// Calls to a card's processor that must succeed before we answer: unfreezing the card, reading its number, or answering a
// challenge.

import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { ChallengeRow } from '../ledger/rows.ts'
import type { Services } from '../services.ts'
import {
  type ChallengeAnswer,
  type Processor,
  ProcessorRefused,
  ProcessorSilent,
  type Revealed,
  type RevealedPage,
} from './processor.ts'

export type OutsideCardRow = {
  processor: string
  external_id: string
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

/** Undefined for a card that is at no processor. */
export async function findOutsideCard(
  sql: Sql,
  workspace: WorkspaceKey,
  cardId: Uuid,
): Promise<OutsideCardRow | undefined> {
  const [row] = await sql<OutsideCardRow[]>`
    select processor, external_id, exp_month, exp_year, holder_name, billing_address from processor_cards
    where bucket = ${workspace.bucket} and id = ${cardId} and workspace_id = ${workspace.id}`
  return row
}

/** Resolves when the processor lets the card pay again. A freeze by the processor itself can only be lifted there. */
export async function activateOutside(services: Services, card: OutsideCardRow): Promise<void> {
  const { state, restriction } = await asked(services, card, (processor) =>
    processor.setState(card.external_id, 'active', newUuid()),
  )
  if (state === 'active') return
  const why =
    restriction === undefined ? '' : ` Its own reason is ${restriction}. Ask the processor to release the card.`
  throw new ApiError('processor_refused', `The processor keeps the card ${state}.${why}`)
}

/** The address of the processor's own page, if it shows numbers itself; undefined when its API returns them. */
export async function openPageOutside(
  services: Services,
  card: OutsideCardRow,
  origin: string,
): Promise<RevealedPage | undefined> {
  return asked(services, card, async (processor) => {
    if (processor.abilities.reveal !== 'page') return undefined
    const revealed = await processor.reveal(card.external_id, origin)
    return 'page' in revealed ? revealed : undefined
  })
}

export function revealOutside(services: Services, card: OutsideCardRow): Promise<Revealed> {
  return asked(services, card, (processor) => processor.reveal(card.external_id))
}

/** Resolves when the processor has accepted the answer to its challenge. */
export async function answerOutside(
  services: Services,
  { processor, processor_ref: ref }: Pick<ChallengeRow, 'processor' | 'processor_ref'>,
  answer: ChallengeAnswer,
): Promise<void> {
  await asked(services, { processor: processor! }, (callback) => callback.answerChallenge({ ref: ref! }, answer))
}

async function asked<T>(
  { processors }: Services,
  card: Pick<OutsideCardRow, 'processor'>,
  ask: (processor: Processor) => Promise<T>,
): Promise<T> {
  const processor = processors.get(card.processor)
  if (!processor) throw new ApiError('service_unavailable', 'The processor of this card is not configured any more.')
  try {
    return await ask(processor)
  } catch (error) {
    if (error instanceof ProcessorRefused)
      throw new ApiError('processor_refused', `The processor has refused it: ${error.message}`, { cause: error })
    if (!(error instanceof ProcessorSilent)) throw error
    throw new ApiError('service_unavailable', 'The processor of this card does not answer; try again.', {
      cause: error,
    })
  }
}
