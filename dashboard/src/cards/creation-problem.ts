// Why a creation failed, for people: the API's own words speak of idempotency keys.

import { isUnanswered } from '../api/once.ts'
import { Problem } from '../api/request.ts'

/** Whoever asks again asks for the same card: the form, or the line of a file, keeps its key. */
export function creationInWords(error: Error): string {
  if (!(error instanceof Problem)) return error.message
  if (error.id === 'processor_refused') return `${error.message} The money is back in the wallet.`
  if (error.status >= 500)
    return 'There was no answer in time. If the processor received the request, the amount is reserved until the card is issued or the money is returned. You do not need to do anything. Try again to check; this never creates a second card.'
  if (isUnanswered(error)) return `${error.message} Try again later; this never creates a second card.`
  return error.message
}

/** The card has ended, whatever becomes of the new one. */
export function replacementInWords(error: Error): string {
  if (!isUnanswered(error)) return error.message
  return 'There was no answer in time. If the processor received the request, this card is terminated and its balance is reserved until the new card is issued or the money is returned to the wallet. You do not need to do anything. Try again to check; this never creates a second card.'
}
