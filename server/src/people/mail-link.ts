// Sends an invitation or a reset link by mail, where there is a mail server. The link is shown as well: mail can be lost.

import type { Tx } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { MailContent } from '../mail/compose-mail.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import type { LinkKind } from './links.ts'

type LinkMail = { kind: LinkKind; recipient: string; userId: Uuid | null; link: string; at: Date }

/** Returns whether a mail will be sent. */
export async function mailLink(
  tx: Tx,
  { config, vault }: Pick<Services, 'config' | 'vault'>,
  accountId: Uuid,
  { kind, recipient, userId, link, at }: LinkMail,
): Promise<boolean> {
  if (!config.mail) return false
  const [account] = await tx<{ name: string }[]>`select name from accounts where id = ${accountId}`
  const content = kind === 'invitation' ? invitation(account!.name, link) : reset(account!.name, link)
  await queueMail(tx, vault, { userId, recipient, occasion: `link ${newUuid()}`, content, at })
  return true
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
