// The text of a mail about a notification. The dashboard has its own texts, with links.

import { type Config, publicUrlOf } from '../config/config.ts'
import type { MailContent } from '../mail/compose-mail.ts'
import type { NewNotification } from './kinds.ts'

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function mailOf(
  config: Config,
  notification: NewNotification,
  environment: 'sandbox' | 'production',
): MailContent {
  const { subject, lines, path, action } = wordsOf(notification)
  return {
    subject: environment === 'sandbox' ? `[Sandbox] ${subject}` : subject,
    lines,
    action,
    link: `${publicUrlOf(config)}${path}`,
    footer: `You receive this because of your notification settings: ${publicUrlOf(config)}/settings/notifications`,
  }
}

type Words = { subject: string; lines: string[]; path: string; action: string }

function wordsOf(notification: NewNotification): Words {
  switch (notification.kind) {
    case 'passcode': {
      const { merchant, amount, method } = notification.facts
      const isQuestion = method === 'out_of_band'
      return {
        subject: isQuestion ? 'A payment waits for your approval' : 'A passcode is waiting',
        lines: [
          `${merchant} asks for ${dollarFormat.format(amount)}.`,
          isQuestion
            ? 'Approve or decline the payment in the dashboard, within a few minutes.'
            : 'The passcode is in the dashboard for five minutes. It is never sent by mail.',
        ],
        path: '/3ds',
        action: 'Open 3-D Secure',
      }
    }
    case 'low_wallet': {
      const { balance, threshold } = notification.facts
      return {
        subject: `The wallet is low: ${dollarFormat.format(balance)}`,
        lines: [
          `The balance of the wallet is ${dollarFormat.format(balance)}, below ${dollarFormat.format(threshold)}.`,
          'You are told again once it has recovered and falls below the threshold another time.',
        ],
        path: '/wallet',
        action: 'Open the wallet',
      }
    }
    case 'failing_webhook': {
      const { host, is_disabled, webhook_id } = notification.facts
      return {
        subject: is_disabled ? `The webhook at ${host} was switched off` : `The webhook at ${host} is failing`,
        lines: [
          is_disabled
            ? `The endpoint at ${host} answered 410, or failed for five days. Nothing is sent to it any more.`
            : `A delivery to the endpoint at ${host} has failed three times. It is tried again.`,
        ],
        path: `/developers/webhooks/${webhook_id}`,
        action: 'Open the webhook',
      }
    }
    case 'deposit': {
      const { credited_usd, amount_crypto, currency } = notification.facts
      return {
        subject: `A deposit arrived: ${dollarFormat.format(credited_usd)}`,
        lines: [
          `${amount_crypto} ${currency.toUpperCase()} were confirmed, and ${dollarFormat.format(credited_usd)} credited to the wallet.`,
        ],
        path: '/wallet',
        action: 'Open the wallet',
      }
    }
  }
}
