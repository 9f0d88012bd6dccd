// Asks a processor for a card, for the first time or again. A card that was made and is forgotten here could spend, so only a
// definite refusal ends a creation: a validation error of the first attempt, or one of a later attempt when the processor then
// says that it has no such card. Everything else (no answer, 401, 403, 429, 5xx) leaves the creation open.

import { expiryOf } from '../cards/new-card.ts'
import { ApiError } from '../errors.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { holderOf } from '../processors/holders.ts'
import {
  AccessRefused,
  type OutsideCard,
  type Processor,
  ProcessorRefused,
  ProcessorSilent,
} from '../processors/processor.ts'
import type { Services } from '../services.ts'

/** Resolves to the card, or to a definite refusal. Throws `ApiError` when it is not known whether there is a card. */
export async function askOutside(
  services: Services,
  accountId: Uuid,
  issuance: IssuanceRow,
): Promise<OutsideCard | ProcessorRefused> {
  const processor = services.processors.get(issuance.processor)
  if (!processor) return withoutProcessor(issuance)
  try {
    return await ask(services, processor, accountId, issuance)
  } catch (error) {
    if (!(error instanceof ProcessorRefused || error instanceof ProcessorSilent)) throw error
    throw new ApiError(
      'service_unavailable',
      'The processor has not answered. The card will be issued, or the money returned; ask again with the same idempotency key.',
      { cause: error },
    )
  }
}

function withoutProcessor(issuance: IssuanceRow): ProcessorRefused {
  if (!isRepeat(issuance)) return new ProcessorRefused('The processor of this BIN is not configured any more.')
  throw new ApiError(
    'service_unavailable',
    'The processor of this card is not configured any more. Whether it has made the card is not known until it is.',
  )
}

/** An earlier attempt may have made the card. */
function isRepeat({ attempts }: IssuanceRow): boolean {
  return attempts > 0
}

async function ask(
  services: Services,
  processor: Processor,
  accountId: Uuid,
  issuance: IssuanceRow,
): Promise<OutsideCard | ProcessorRefused> {
  const { settings, bucket, id } = issuance
  const cardId = publicId('card', bucket, id)
  // Without a holder no attempt has got as far as asking for the card.
  const holder = await holderOf(services, processor, { accountId, ...settings }, isRepeat(issuance)).catch(asDefinite)
  if (holder instanceof ProcessorRefused) return holder
  const find = async () => (isRepeat(issuance) ? processor.find(cardId, holder) : undefined)
  const found = await find()
  if (found) return found
  const made = await issue(services, processor, issuance, { cardId, holder }).catch(asDefinite)
  return made instanceof ProcessorRefused ? ((await find()) ?? made) : made
}

/** A refusal of the request itself is an outcome. A refusal of our key is none. */
function asDefinite(error: unknown): ProcessorRefused {
  if (error instanceof ProcessorRefused && !(error instanceof AccessRefused)) return error
  throw error
}

async function issue(
  services: Services,
  processor: Processor,
  issuance: IssuanceRow,
  { cardId, holder }: { cardId: string; holder: string },
): Promise<OutsideCard> {
  const { settings, issue_key } = issuance
  const expiry = expiryOf(issuance.created_at)
  const card = {
    cardId,
    holder,
    label: settings.label,
    billingAddress: settings.billing_address,
    network: services.bins.get(settings.bin_id)!.network,
    expiry: { month: expiry.getUTCMonth() + 1, year: expiry.getUTCFullYear() },
  }
  try {
    return await processor.issue(card, issue_key)
  } catch (error) {
    if (error instanceof ProcessorSilent && error.isKeySpent) await replaceKey(services, issuance)
    throw error
  }
}

/** The next attempt looks for the card first, and asks under this key only when the card was not made. */
async function replaceKey({ database }: Services, { bucket, id, issue_key }: IssuanceRow): Promise<void> {
  await database.write`
    update card_issuances set issue_key = ${newUuid()} where bucket = ${bucket} and id = ${id} and issue_key = ${issue_key}`
}
