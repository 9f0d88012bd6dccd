// Explains a decline that a processor decided without asking us.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { readRequirements } from '../processors/holder-requirements.ts'
import type { TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { type DeclineWords, declineWords } from './decline-words.ts'

/** Stripe's word for cards whose holder it has not verified. It declines all of them. */
const HOLDER_NOT_VERIFIED = /^cardholder_verification_required\b/

export async function processorWords(
  sql: Sql,
  { accountId }: Pick<Workspace, 'accountId'>,
  { processor, processor_word: word }: TransactionWithMerchant,
): Promise<DeclineWords> {
  const { title, because, remedy } = declineWords.declined_by_processor
  if (word === null) return { title, because, remedy }
  const said = `${because} Its word for it is “${word}”.`
  if (processor === null || !HOLDER_NOT_VERIFIED.test(word)) return { title, because: said, remedy }
  const open = await readRequirements(sql, processor, accountId)
  return {
    title: 'The processor has not verified the holder of this card',
    because: `${said} ${open ? missingWords(open) : 'Nothing is missing any more.'}`,
    remedy: open
      ? 'Whoever runs this service can complete the holder in the dashboard of the processor. Until then every card of this account declines.'
      : 'Let the merchant try again.',
  }
}

function missingWords({ disabled_reason, missing }: { disabled_reason: string | null; missing: string[] }): string {
  const why = disabled_reason === null ? '' : ` (${disabled_reason})`
  return missing.length === 0
    ? `The processor has disabled the holder of this account${why}.`
    : `The processor still requires of the holder of this account${why}: ${missing.join(', ')}.`
}
