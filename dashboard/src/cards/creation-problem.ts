// Explains to people why a creation failed. The API's own messages talk about idempotency keys.

import { isUnanswered } from '../api/once.ts'
import { Problem } from '../api/request.ts'

/**
 * The texts can promise that a retry creates no second card, because the form or the line of the file keeps its key.
 */
export function creationInWords(error: Error): string {
  if (!(error instanceof Problem)) return error.message
  if (error.id === 'processor_refused') return `${error.message} The money is back in the wallet.`
  if (error.status >= 500)
    return 'There was no answer in time. If the processor received the request, the amount is reserved until the card is issued or the money is returned. You do not need to do anything. Try again to check; this never creates a second card.'
  if (isUnanswered(error)) return `${error.message} Try again later; this never creates a second card.`
  return error.message
}

/** The old card may be terminated even if the new card is not issued. */
export function replacementInWords(error: Error): string {
  if (!isUnanswered(error)) return error.message
  return 'There was no answer in time. If the processor received the request, this card is terminated and its balance is reserved until the new card is issued or the money is returned to the wallet. You do not need to do anything. Try again to check; this never creates a second card.'
}
