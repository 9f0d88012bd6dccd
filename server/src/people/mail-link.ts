// Sends an invitation or a reset link by mail, where there is a mail server. The link is shown as well: mail can be lost, and an
// account that has sent many is not allowed to send more for a while, so that it cannot flood anybody's mailbox.

import { accountNameInMail } from '../accounts/account-name.ts'
import { MAX_LINK_MAILS } from '../config/rate-limits.ts'
import type { Sql, Tx } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { MailContent } from '../mail/compose-mail.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import type { LinkKind } from './links.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type LinkMail = { kind: LinkKind; recipient: string; userId: Uuid | null; link: string; at: Date }

/** `limited`: the account or the mailbox has been sent as many as are allowed. `off`: there is no mail server. */
export type Mailing = 'queued' | 'limited' | 'off'

/** The caller has locked the team of the account. */
export async function mailLink(
  tx: Tx,
  { config, vault }: Pick<Services, 'config' | 'vault'>,
  accountId: Uuid,
  { kind, recipient, userId, link, at }: LinkMail,
): Promise<Mailing> {
  if (!config.mail) return 'off'
  const mailbox = vault.fingerprint('mailbox', mailboxOf(recipient))
  await lockMailbox(tx, mailbox)
  if (await hasReachedLimit(tx, accountId, mailbox, at)) return 'limited'
  const [account] = await tx<{ name: string }[]>`select name from accounts where id = ${accountId}`
  const name = accountNameInMail(account!.name)
  const content = kind === 'invitation' ? invitation(name, link) : reset(name, link)
  await tx`
    insert into link_mails (id, account_id, mailbox, created_at) values (${newUuid()}, ${accountId}, ${mailbox}, ${at})`
  await queueMail(tx, vault, { userId, recipient, occasion: `link ${newUuid()}`, content, at })
  return 'queued'
}

/** Most mail servers deliver `name+anything@host` to `name@host`. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@')
}

/** Two accounts may be mailing the same person. */
function lockMailbox(tx: Tx, mailbox: Buffer) {
  return tx`select pg_advisory_xact_lock(${mailbox.readBigInt64BE(0)}::bigint)`
}

async function hasReachedLimit(sql: Sql, accountId: Uuid, mailbox: Buffer, at: Date): Promise<boolean> {
  const { perAccountAndHour, perMailboxAndDay } = MAX_LINK_MAILS
  const [row] = await sql<{ of_account: number; to_mailbox: number }[]>`
    select
      (select count(*)::integer from link_mails
        where account_id = ${accountId} and created_at > ${new Date(at.getTime() - HOUR_MS)}) as of_account,
      (select count(*)::integer from link_mails
        where mailbox = ${mailbox} and created_at > ${new Date(at.getTime() - DAY_MS)}) as to_mailbox`
  return row!.of_account >= perAccountAndHour || row!.to_mailbox >= perMailboxAndDay
}

function invitation(account: string, link: string): MailContent {
  return {
    subject: `You are invited to ${account} on Cardwright`,
    lines: [`You are invited to join ${account} on Cardwright.`, 'The link works once, for seven days.'],
    action: 'Join',
    link,
    footer: 'If you did not expect this, you can ignore it.',
  }
}

function reset(account: string, link: string): MailContent {
  return {
    subject: 'Set a new Cardwright password',
    lines: [
      `Somebody who administers ${account} made a link by which you set a new password.`,
      'It works once, for 24 hours.',
    ],
    action: 'Set a new password',
    link,
    footer: 'If you did not ask for this, tell whoever administers the account.',
  }
}
