// The text, link and icon of each kind of notification.

import { ArrowDownToLine, type LucideIcon, ShieldCheck, Wallet, Webhook } from 'lucide-react'
import type { KindName, Notification } from '../../../server/src/notifications/notification-shapes.ts'
import { money } from '../ui/amounts.tsx'

export type Words = {
  title: string
  text: string
  to: string
  search?: Record<string, string>
  icon: LucideIcon
  tone: 'accent' | 'warn' | 'bad' | 'good'
}

export function wordsOf(notification: Notification): Words {
  switch (notification.kind) {
    case 'passcode': {
      const { merchant, amount, method, is_waiting } = notification
      const isQuestion = method === 'out_of_band'
      const waiting = isQuestion ? 'It is waiting for your approval.' : 'The passcode is on the 3-D Secure page.'
      return {
        title: `${merchant} asks for ${money(amount)}`,
        text: is_waiting ? waiting : 'It is no longer waiting.',
        to: '/3ds',
        icon: ShieldCheck,
        tone: 'accent',
      }
    }
    case 'low_wallet': {
      const { balance, threshold } = notification
      return {
        title: `The wallet is low: ${money(balance)}`,
        text: `The balance fell below ${money(threshold)}.`,
        to: '/wallet',
        icon: Wallet,
        tone: 'warn',
      }
    }
    case 'failing_webhook': {
      const { host, is_disabled, webhook_id } = notification
      return {
        title: is_disabled ? `The webhook at ${host} was turned off` : `The webhook at ${host} is failing`,
        text: is_disabled
          ? 'It responded with 410, or failed for five days. No more events are sent to it.'
          : 'A delivery failed three times. It will be tried again.',
        to: `/developers/webhooks/${webhook_id}`,
        icon: Webhook,
        tone: 'bad',
      }
    }
    case 'deposit': {
      const { credited_usd, amount_crypto, currency, deposit_id } = notification
      return {
        title: `A deposit arrived: ${money(credited_usd)}`,
        text: `${amount_crypto} ${currency.toUpperCase()} confirmed.`,
        to: '/wallet',
        search: { deposit: deposit_id },
        icon: ArrowDownToLine,
        tone: 'good',
      }
    }
  }
}

export const kindWords: Record<KindName, { name: string; hint: string }> = {
  passcode: { name: 'Passcode or approval', hint: 'A merchant asks for a 3-D Secure passcode, or for your approval.' },
  low_wallet: { name: 'Low wallet', hint: 'The balance falls below the threshold of this environment.' },
  failing_webhook: { name: 'Failing webhook', hint: 'A webhook fails three times, or is turned off.' },
  deposit: { name: 'Deposit', hint: 'A deposit is confirmed and credited.' },
}
