// Proves the ceiling of cards that have ended: what they returned, what was taken since, and that their last use ended them.

import { type Check, isAudited } from './audit.ts'
import { CardHistoryType } from './changes.ts'
import { LedgerAccount } from './ledger-accounts.ts'
import { CardStatus } from './rows.ts'
import { TransferKind } from './transfer-kinds.ts'

const { cardAvailable, cardHeld, cardIssuing, networkSettlement, owed, wallet } = LedgerAccount

const returned: Check = {
  name: 'what ended cards returned to the wallet, and what was taken since, equal their transfers',
  faults: (sql, bucket) => sql`
    with sums as (
      select card_id, sum(amount_cents) filter (where kind = ${TransferKind.terminate} and debit in (${cardAvailable}, ${cardIssuing})) as returned,
        sum(amount_cents) filter (where debit in (${wallet}, ${owed}) and credit in (${cardHeld}, ${networkSettlement})) as taken
      from transfers where bucket = ${bucket} and ${isAudited(bucket)} and card_id is not null
        and (kind = ${TransferKind.terminate} or credit in (${cardHeld}, ${networkSettlement})) group by card_id)
    select format('card %s: refunded_cents %s, taken_after_end_cents %s; its transfers say %s and %s', c.id, c.refunded_cents,
      c.taken_after_end_cents, coalesce(s.returned, 0), coalesce(s.taken, 0)) as fault
    from (select * from cards where bucket = ${bucket} and ${isAudited(bucket)}) c left join sums s on s.card_id = c.id
    where c.refunded_cents is distinct from case when c.status = ${CardStatus.terminated} then coalesce(s.returned, 0) end
      or c.taken_after_end_cents <> coalesce(s.taken, 0)
    limit 20`,
}

const usedUp: Check = {
  name: 'a card whose usage says that its last use ended it was ended by its last use',
  faults: (sql, bucket) => sql`
    select format('card %s: usage says isUsedUp %s, taken_after_end_cents is %s; its history says %s', c.id, coalesce(c.usage ->> 'isUsedUp', 'false'),
      coalesce(c.taken_after_end_cents::text, 'null'), h.by_uses) as fault
    from cards c, lateral (select exists (select from card_history h where h.bucket = c.bucket and h.card_id = c.id
      and h.type = ${CardHistoryType.terminated} and h.actor is null and h.reason = 'uses') as by_uses) h
    where c.bucket = ${bucket} and c.${isAudited(bucket)} and (c.usage is not null or c.taken_after_end_cents is not null)
      and (coalesce((c.usage ->> 'isUsedUp')::boolean, false) <> h.by_uses or (c.taken_after_end_cents is not null and not h.by_uses))
    limit 20`,
}

export const afterEndChecks: readonly Check[] = [returned, usedUp]
