// Describes the state of processors for people who know nothing about them.

import type { DeferredMessage, ProcessorReport } from '../../../server/src/dashboard/shapes/processors.ts'
import { words } from '../ui/badge.tsx'

const kinds: Record<string, string> = { lithic: 'Lithic', stripe: 'Stripe Issuing', increase: 'Increase' }

export function kindName(kind: string | null): string {
  return kind === null ? 'Not configured any more' : (kinds[kind] ?? words(kind))
}

const reasons: Record<DeferredMessage['reason'], string> = {
  'unknown card': 'No card has this id. It is processed once there is one.',
  'another card': 'It names an authorization that belongs to another card.',
  'posts do not add up': 'The settled amount is not the sum of its postings.',
}

export function reasonInWords(reason: DeferredMessage['reason']): string {
  return reasons[reason]
}

/** The processor is polled every minute, so after this long something is wrong. */
const NEWS_IS_OLD_MS = 5 * 60_000

export type Warning = { tone: 'warn' | 'bad'; text: string }

/** The problems that need action, the worst first. */
export function warningsOf(report: ProcessorReport, now: number): Warning[] {
  return [balanceWarning(report), lateWarning(report), updatesWarning(report, now), missedWarning(report)].filter(
    (warning) => warning !== undefined,
  )
}

function balanceWarning({ balance }: ProcessorReport): Warning | undefined {
  if (!balance?.is_low) return undefined
  if (balance.available <= 0)
    return {
      tone: 'bad',
      text: 'The balance there is empty: the processor may decline every purchase. Send money there.',
    }
  return {
    tone: 'warn',
    text: 'No more is available there than cards hold open. When merchants settle, it may run empty: send money there.',
  }
}

function lateWarning({ last_hour: { late, failed } }: ProcessorReport): Warning | undefined {
  const count = late + failed
  if (count === 0) return undefined
  const questions = count === 1 ? 'One question' : `${count.toLocaleString('en-US')} questions`
  return {
    tone: 'warn',
    text: `${questions} of the last hour got no decision from this service in time. The processor declined, or approved by its own rules.`,
  }
}

function updatesWarning({ news_read_at, news_tried_at }: ProcessorReport, now: number): Warning | undefined {
  if (news_read_at !== null && now - Date.parse(news_read_at) < NEWS_IS_OLD_MS) return undefined
  const isTried = news_tried_at !== null && now - Date.parse(news_tried_at) < NEWS_IS_OLD_MS
  return {
    tone: 'warn',
    text: isTried
      ? 'The processor is polled every minute, and the last attempts failed. See the service log for the reason.'
      : 'The processor is not being polled. The worker of this service does not seem to run.',
  }
}

function missedWarning({ last_hour: { missed } }: ProcessorReport): Warning | undefined {
  if (missed === 0) return undefined
  const messages = missed === 1 ? 'One message' : `${missed.toLocaleString('en-US')} messages`
  return {
    tone: 'warn',
    text: `${messages} of the last hour did not reach this service and were found by polling. Nothing is lost, but the processor’s webhooks are not reliable.`,
  }
}
