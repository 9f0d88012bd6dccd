// A small receiver for tests without an engine: it verifies, reads and fetches, asks for a verdict and sends the
// answer.

import type { Inbound } from '../../src/processors/inbound.ts'
import { openIncrease } from '../../src/processors/increase/open-increase.ts'
import type { Processor } from '../../src/processors/processor.ts'
import type { Question, Verdict } from '../../src/processors/question.ts'
import { type IncreaseWorld, openIncreaseWorld } from './increase-world.ts'
import type { Message, Reply } from './world.ts'

export type Opened = {
  world: IncreaseWorld
  increase: Processor
  /** What was asked, and what else came. */
  questions: Question[]
  others: Inbound[]
}

export async function openWithCallbacks(
  seed: number,
  decide: (question: Question) => Verdict,
  extra: { secrets?: readonly string[]; options?: Record<string, string> } = {},
): Promise<Opened> {
  const questions: Question[] = []
  const others: Inbound[] = []
  const world = await openIncreaseWorld({ seed, clock: () => new Date(), ask })
  const increase = openFor(world, extra.options, extra.secrets)
  return { world, increase, questions, others }

  async function ask(message: Message): Promise<Reply> {
    const body = Buffer.from(message.body)
    increase.verify(message.headers, body, new Date())
    for (const thin of increase.read(body)) {
      if (thin.type !== 'thin') throw new Error('not a thin message')
      for (const inbound of await increase.fetch(thin.reference)) {
        if (inbound.type !== 'question') {
          others.push(inbound)
          continue
        }
        questions.push(inbound.question)
        await increase.deliver(inbound.question, increase.answer(inbound.question, decide(inbound.question)))
      }
    }
    return { status: 200, headers: {}, body: '' }
  }
}

export function openFor(
  world: IncreaseWorld,
  options: Record<string, string> = {},
  secrets: readonly string[] = [world.signingSecret],
): Processor {
  return openIncrease({
    name: 'increase-main',
    kind: 'increase',
    environment: 'sandbox',
    baseUrl: world.baseUrl,
    apiKey: world.apiKey,
    signingSecrets: () => secrets,
    options: { ...world.options, ...options },
  })
}

export function approve({ amount }: Question): Verdict {
  return { approved: true, amount, balance: { available: 7_500n, total: 10_000n } }
}
