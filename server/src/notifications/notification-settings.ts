// A person's settings for the inbox and for mail, and the balance below which the wallet of a workspace counts as low.

import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import { read, write } from '../http/route.ts'
import { Dollars, Strict } from '../http/schemas.ts'
import { type Cents, centsFromDollars, dollars } from '../money.ts'
import type { Services } from '../services.ts'
import { readSettings, storeSettings } from './inbox.ts'
import { kindsFor } from './kinds.ts'
import { KindName, NotificationSettings } from './notification-shapes.ts'

const common = { tag: 'Dashboard' } as const

export const getNotificationSettings = read({
  ...common,
  method: 'GET',
  url: '/notifications/settings',
  operationId: 'getNotificationSettings',
  summary: 'What this person is told of, and how',
  reply: { 200: NotificationSettings },
  read: ({ sql, workspace, services }) => presentSettings(sql, workspace, services),
})

export const updateNotificationSettings = write({
  ...common,
  method: 'PUT',
  url: '/notifications/settings',
  operationId: 'updateNotificationSettings',
  access: 'view',
  summary: 'Choose what this person is told of, and how',
  description: 'The same in the sandbox and in production. A kind that is left out stays as it is.',
  body: Strict({
    kinds: Type.Array(Strict({ kind: KindName, inbox: Type.Boolean(), mail: Type.Boolean() }), {
      minItems: 1,
      maxItems: 4,
    }),
  }),
  reply: { 200: NotificationSettings },
  async write({ tx, workspace, body, services }) {
    const chosen = new Map(body.kinds.map((each) => [each.kind, each]))
    const before = await readSettings(tx, workspace.person!.id)
    const inboxOff = new Set(before.inboxOff)
    const mail = new Set(before.mail)
    for (const each of chosen.values()) {
      if (each.inbox) inboxOff.delete(each.kind)
      else inboxOff.add(each.kind)
      if (each.mail) mail.add(each.kind)
      else mail.delete(each.kind)
    }
    const settings = { inboxOff: [...inboxOff], mail: [...mail] }
    await storeSettings(tx, workspace.person!.id, settings, services.clock())
    return { status: 200, body: await presentSettings(tx, workspace, services) }
  },
})

export const updateLowWallet = write({
  ...common,
  method: 'PUT',
  url: '/notifications/low-wallet',
  operationId: 'updateLowWallet',
  access: 'operate',
  summary: 'Set the balance below which the wallet is low',
  description: 'For everybody in this environment. Null: nobody is told. A balance that is lower already is not told.',
  body: Strict({
    threshold: Type.Union([
      Dollars({ minimum: 1, maximum: 100_000_000, description: 'USD; null: nobody is told.' }),
      Type.Null(),
    ]),
  }),
  reply: { 200: NotificationSettings },
  async write({ tx, workspace, body: { threshold }, services, caller }) {
    const cents = threshold === null ? null : centsFromDollars(threshold)
    await storeThreshold(tx, workspace, cents)
    await appendAudit(tx, workspace, {
      action: 'notifications.change-low-wallet',
      subject: threshold === null ? 'off' : `${threshold.toFixed(2)} USD`,
      caller,
      at: services.clock(),
    })
    return { status: 200, body: await presentSettings(tx, workspace, services) }
  },
})

async function presentSettings(sql: Sql, workspace: Workspace, { config }: Services): Promise<NotificationSettings> {
  const { id, role } = workspace.person!
  const { inboxOff, mail } = await readSettings(sql, id)
  const [user] = await sql<{ email: string }[]>`select email from users where id = ${id}`
  const [cursor] = await sql<{ low_wallet_cents: Cents | null }[]>`
    select low_wallet_cents from notification_cursors where bucket = ${workspace.bucket} and workspace_id = ${workspace.id}`
  return {
    kinds: kindsFor(role, workspace.environment).map((kind) => ({
      kind,
      inbox: !inboxOff.includes(kind),
      mail: mail.includes(kind),
    })),
    has_mail: config.mail !== undefined,
    email: user!.email,
    low_wallet_threshold: cursor?.low_wallet_cents ? dollars(cursor.low_wallet_cents) : null,
  }
}

/**
 * A wallet that is already below the new threshold causes no notification, since the person who sets it sees the
 * balance.
 */
function storeThreshold(tx: Tx, { bucket, id }: Workspace, cents: Cents | null) {
  return tx`
    update notification_cursors n
    set low_wallet_cents = ${cents}::bigint, wallet_is_low = coalesce(w.wallet_cents < ${cents}::bigint, false)
    from workspaces w where n.bucket = ${bucket} and n.workspace_id = ${id} and w.bucket = ${bucket} and w.id = ${id}`
}
