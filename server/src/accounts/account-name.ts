// The name of an account is chosen by its people, and is sent to others: in mails with invitations. It must not be able to add a
// line to a mail, nor to show an address that a mail program turns into a link.

/** Control characters with all line breaks, and characters that are invisible or change the direction of the text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const URL_LIKE = /:\/\/|\bwww\./i
/** A name such as "Booking.com" is allowed, but mail programs turn it into a link. */
const HOST_LIKE = /[\p{L}\p{N}-][.\u3002\uff0e\uff61][\p{L}\p{N}-]{2,}/u

/** Undefined when the name may be used. */
export function accountNameFault(name: string): string | undefined {
  if (HIDDEN.test(name)) return 'must not contain line breaks, control characters or invisible characters'
  if (URL_LIKE.test(name)) return 'must be a name, not a URL'
  return undefined
}

/** Names from before the rule, and names that look like a host, are not written into mails. */
export function accountNameInMail(name: string): string {
  return accountNameFault(name) !== undefined || HOST_LIKE.test(name) ? 'an account' : name
}
