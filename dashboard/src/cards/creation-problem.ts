// Why a creation failed, for people: the API's own words speak of idempotency keys.

import { isUnanswered } from '../api/once.ts'
import { Problem } from '../api/request.ts'

/** Whoever asks again asks for the same card: the form, or the line of a file, keeps its key. */
export function creationInWords(error: Error): string {
  if (!(error instanceof Problem)) return error.message
  if (error.id === 'processor_refused') return `${error.message} The money is back in the wallet.`
  if (error.status >= 500)
    return 'There was no answer in time. If the processor was asked, the amount is set aside meanwhile: the card will be issued, or the money comes back, also without you. Ask again to see which; it is the same card, never a second one.'
  if (isUnanswered(error)) return `${error.message} Ask again later; it is the same card, never a second one.`
  return error.message
}

/** The card has ended, whatever becomes of the new one. */
export function replacementInWords(error: Error): string {
  if (!isUnanswered(error)) return error.message
  return 'There was no answer in time. If the processor was asked, this card has ended and its balance is set aside: the new card will be issued, or the money goes to the wallet, also without you. Ask again to see which; it is the same card, never a second one.'
}
