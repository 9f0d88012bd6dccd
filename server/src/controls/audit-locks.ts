// Proves the merchant that a card is locked to.

import { type Check, isAudited } from '../ledger/audit.ts'
import { CardHistoryType, TransactionType } from '../ledger/changes.ts'

/**
 * A lock names a merchant at which the card, or the card that it replaced, has bought. A card whose settings never changed is
 * locked once it has bought anything.
 */
export const lockCheck: Check = {
  name: 'a card is locked to a merchant at which it has bought',
  faults: (sql, bucket) => sql`
    select format('card %s: usage is locked to %s, where it has not bought, or to nobody after a purchase', c.id, c.usage -> 'locked_to') as fault
    from cards c
    where c.bucket = ${bucket} and c.${isAudited(bucket)} and c.usage is not null and case
      when c.usage -> 'locked_to' = 'null' then c.controls ->> 'merchant_lock' is not null and c.authorization_count > 0 and c.replaces is null
        and not exists (select from card_history h where h.bucket = c.bucket and h.card_id = c.id and h.type = ${CardHistoryType.updated})
      else not exists (
        select from transactions t join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
        where t.bucket = ${bucket} and t.card_id = c.id and t.type = ${TransactionType.authorization} and t.authorization_id is null
          and m.name = c.usage -> 'locked_to' ->> 'name' and m.network_id is not distinct from c.usage -> 'locked_to' ->> 'id')
        and not exists (select from cards o where o.bucket = ${bucket} and o.id = c.replaces and o.usage -> 'locked_to' = c.usage -> 'locked_to')
      end
    limit 20`,
}
