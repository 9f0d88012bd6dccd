// Makes notifications from events. One transaction reads the events after a workspace's cursor, and writes the
// notifications, the mails and the new position of the cursor. A crash leaves all of these or none, so no notification
// is repeated or lost.

import {
  bigint,
  boolean,
  bulk,
  type Columns,
  insertOf,
  jsonb,
  smallint,
  text,
  timestamptz,
  uuid,
} from '../database/bulk.ts'
import type { Database, Tx } from '../database/database.ts'
import { eventTypes } from '../events/event-types.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type Cents, dollars } from '../money.ts'
import type { Services } from '../services.ts'
import { type NewNotification, notificationKinds } from './kinds.ts'
import { checkWallet } from './low-wallet.ts'
import { mailNotifications } from './mail-notifications.ts'

/** The limit for one workspace in one transaction. */
const MAX_EVENTS = 2_000

/** The events of a workspace after one sequence and up to another, and the data that is needed to check them. */
type Stretch = WorkspaceKey & {
  after: bigint
  through: bigint
  last: bigint
  lastNotification: bigint
  threshold: Cents | null
  isLow: boolean
  balance: Cents
  accountId: Uuid
  environment: number
}

type Notable = {
  workspaceId: Uuid
  eventId: Uuid
  type: number
  subjectId: Uuid | null
  data: string | null
  merchant: string | null
  amount: Cents | null
  cardId: Uuid | null
  isOutOfBand: boolean | null
}

type Row = NewNotification & WorkspaceKey & { sequence: bigint; at: Date }

const rowKeyColumns: Columns<WorkspaceKey> = { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket) }

/** Cursors that another process has locked are skipped. */
const lockCursors = bulk<WorkspaceKey, Stretch>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select c.workspace_id, c.bucket, c.event_sequence, least(w.event_sequence, c.event_sequence + ${MAX_EVENTS}), w.event_sequence,
      c.last_sequence, c.low_wallet_cents, c.wallet_is_low, w.wallet_cents, w.account_id, w.environment
    from ${rows}
    join notification_cursors c on ${inBucket('c')} and c.workspace_id = r.id
    join workspaces w on ${inBucket('w')} and w.id = c.workspace_id and w.event_sequence > c.event_sequence and w.live
    order by c.bucket, c.workspace_id for update of c skip locked`,
  (row) => ({
    id: row.uuid()!,
    bucket: row.int16()!,
    after: row.int64()!,
    through: row.int64()!,
    last: row.int64()!,
    lastNotification: row.int64()!,
    threshold: row.int64(),
    isLow: row.bool()!,
    balance: row.int64()!,
    accountId: row.uuid()!,
    environment: row.int16()!,
  }),
)

const stretchColumns: Columns<Stretch> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  after: bigint((row) => row.after),
  through: bigint((row) => row.through),
}

/** Reads challenges without their sealed passcodes. */
const selectNotable = bulk<Stretch, Notable>(
  stretchColumns,
  ({ rows, value, inBucket }) => `
    select e.workspace_id, e.id, e.type, e.subject_id, e.data, h.merchant, h.amount_cents, h.card_id, h.otp_sealed is null
    from ${rows}
    join events e on ${inBucket('e')} and e.workspace_id = r.id and e.sequence > ${value('after')} and e.sequence <= ${value('through')}
    left join three_ds_challenges h on ${inBucket('h')} and h.id = case when e.type = ${eventTypes['3ds.challenge']} then e.subject_id end
    where e.type in (${eventTypes['3ds.challenge']}, ${eventTypes['deposit.confirmed']})
    order by e.workspace_id, e.sequence`,
  (row) => ({
    workspaceId: row.uuid()!,
    eventId: row.uuid()!,
    type: row.int16()!,
    subjectId: row.uuid(),
    data: row.text(),
    merchant: row.text(),
    amount: row.int64(),
    cardId: row.uuid(),
    isOutOfBand: row.bool(),
  }),
)

const insertNotifications = insertOf<Row>(
  'notifications',
  {
    sequence: bigint((row) => row.sequence),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.id),
    kind: smallint((row) => notificationKinds[row.kind]),
    occasion: text((row) => row.occasion),
    subject_id: uuid((row) => row.subjectId),
    facts: jsonb((row) => row.facts),
    created_at: timestamptz((row) => row.at),
  },
  'on conflict on constraint notifications_occasion_uq do nothing',
)

type Moved = WorkspaceKey & { through: bigint; lastNotification: bigint; isLow: boolean }

const moveCursors = bulk<Moved>(
  {
    id: uuid((row) => row.id),
    bucket: smallint((row) => row.bucket),
    through: bigint((row) => row.through),
    last: bigint((row) => row.lastNotification),
    is_low: boolean((row) => row.isLow),
  },
  ({ rows, value, inBucket }) => `
    update notification_cursors c set event_sequence = ${value('through')}, last_sequence = ${value('last')}, wallet_is_low = ${value('is_low')}
    from ${rows} where ${inBucket('c')} and c.workspace_id = r.id`,
)

export type Needs = Pick<Services, 'vault' | 'config' | 'clock'> & { database: Pick<Database, 'transaction'> }

/** Returns the workspaces that have more events than can be processed at once. */
export function makeNotifications(needs: Needs, places: readonly WorkspaceKey[]): Promise<WorkspaceKey[]> {
  return needs.database.transaction(async (tx: Tx) => {
    const stretches = await lockCursors(tx, places)
    if (stretches.length === 0) return []
    const notable = Map.groupBy(await selectNotable(tx, stretches), ({ workspaceId }) => workspaceId)
    const at = needs.clock()
    const rows: Row[] = []
    const moved: Moved[] = []
    for (const stretch of stretches) {
      const { isLow, isNewlyLow } = checkWallet(stretch, stretch.balance)
      const made = (notable.get(stretch.id) ?? []).map((event) => describe(stretch.bucket, event))
      if (isNewlyLow) made.push(tellOfWallet(stretch))
      const { bucket, id, through, lastNotification } = stretch
      rows.push(...made.map((each, n) => ({ ...each, bucket, id, at, sequence: lastNotification + BigInt(n + 1) })))
      moved.push({ bucket, id, through, lastNotification: lastNotification + BigInt(made.length), isLow })
      await mailNotifications(tx, needs, stretch, made, at)
    }
    if (rows.length > 0) await insertNotifications(tx, rows)
    await moveCursors(tx, moved)
    return stretches.filter(({ through, last }) => through < last).map(({ bucket, id }) => ({ bucket, id }))
  })
}

function describe(bucket: number, event: Notable): NewNotification {
  const occasion = `event ${event.eventId}`
  if (event.type === eventTypes['deposit.confirmed']) {
    const { id, currency, amount_crypto, credited_usd } = JSON.parse(event.data!)
    const facts = { deposit_id: id, currency, amount_crypto, credited_usd }
    return { kind: 'deposit', occasion, subjectId: null, facts }
  }
  const facts = {
    challenge_id: publicId('challenge', bucket, event.subjectId!),
    card_id: publicId('card', bucket, event.cardId!),
    merchant: event.merchant!,
    amount: dollars(event.amount!),
    method: event.isOutOfBand ? 'out_of_band' : 'passcode',
  }
  return { kind: 'passcode', occasion, subjectId: event.subjectId, facts }
}

function tellOfWallet({ threshold, balance, through }: Stretch): NewNotification {
  const facts = { balance: dollars(balance), threshold: dollars(threshold!) }
  return { kind: 'low_wallet', occasion: `wallet at ${through}`, subjectId: null, facts }
}
