// Proves spend requests from their cards: the amount that was approved is the amount that the card was made with, and the state of
// a request follows from that of its card.

import { type Check, isAudited } from '../ledger/audit.ts'
import { CardHistoryType } from '../ledger/changes.ts'
import { CardStatus } from '../ledger/rows.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'

const { pending, approved, used, denied, expired, canceled } = SpendRequestStatus

const cards: Check = {
  name: 'spend requests and their cards name each other, and the card was made with the approved amount',
  faults: (sql, bucket) => sql`
    select format('spend request %s: amount_cents %s, card %s; its card %s was made with %s', r.id, r.amount_cents, r.card_id, c.id,
      coalesce(h.amount_cents, i.amount_cents)) as fault
    from (select * from spend_requests where bucket = ${bucket} and ${isAudited(bucket)}) r
    full join (select * from cards where bucket = ${bucket} and ${isAudited(bucket)} and spend_request_id is not null) c on c.spend_request_id = r.id
    left join card_history h on h.bucket = ${bucket} and h.card_id = c.id and h.type = ${CardHistoryType.created}
    left join card_issuances i on i.bucket = ${bucket} and i.id = r.card_id
    where (r.card_id is not null or c.id is not null)
      and (r.id is null or r.card_id is distinct from coalesce(c.id, i.id)
        or r.amount_cents is distinct from coalesce(h.amount_cents, i.amount_cents))
    limit 20`,
}

const states: Check = {
  name: 'the state of a spend request follows from its decision and its card',
  faults: (sql, bucket) => sql`
    select format('spend request %s: status %s, decided at %s, ended at %s; its card has status %s and %s purchases', r.id, r.status,
      coalesce(r.decided_at::text, 'no time'), coalesce(r.ended_at::text, 'no time'), coalesce(c.status::text, 'none'), c.authorization_count + c.settlement_count) as fault
    from spend_requests r left join cards c on c.bucket = r.bucket and c.id = r.card_id
    where r.bucket = ${bucket} and r.${isAudited(bucket)} and not case r.status
      when ${pending} then r.card_id is null and r.decided_at is null and r.ended_at is null
      when ${approved} then r.card_id is not null and r.decided_at is not null and r.ended_at is null
        and c.status is distinct from ${CardStatus.terminated}
      when ${used} then c.status = ${CardStatus.terminated} and r.ended_at is not null and c.authorization_count + c.settlement_count > 0
      when ${denied} then r.card_id is null and r.ended_at is not null
      when ${expired} then coalesce(c.status, ${CardStatus.terminated}) = ${CardStatus.terminated} and r.ended_at is not null
        and not coalesce((c.usage ->> 'isUsedUp')::boolean, false)
      when ${canceled} then coalesce(c.status, ${CardStatus.terminated}) = ${CardStatus.terminated} and r.ended_at is not null
        and not coalesce((c.usage ->> 'isUsedUp')::boolean, false)
      else false end
    limit 20`,
}

export const requestChecks: readonly Check[] = [cards, states]
