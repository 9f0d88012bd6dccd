// For processors that are answered by a call. After no reply the hold stays: the processor asks again, or reports the outcome.
// A refusal means that the answer came too late, so its hold is released.

import { reverseHold } from '../authorizations/release-hold.ts'
import type { Decision } from '../engine/operation.ts'
import { minCents } from '../money.ts'
import type { Services } from '../services.ts'
import { NO_REPORT } from './fold.ts'
import { submitOutside } from './outside-operation.ts'
import { type Processor, type ProcessorAnswer, ProcessorRefused } from './processor.ts'
import type { Question } from './question.ts'

const PATIENCE_MS = 5_000
const DONE: Decision = { status: 200, text: '', isRefusal: false, isKept: false, isSecret: false }

export async function deliverAnswer(
  services: Services,
  processor: Processor,
  question: Question,
  answer: ProcessorAnswer,
): Promise<void> {
  try {
    await processor.deliver(question, answer)
  } catch (error) {
    if (!(error instanceof ProcessorRefused)) throw error
    await takeBack(services, processor, question)
  }
}

async function takeBack(services: Services, processor: Processor, question: Question): Promise<void> {
  const route = await services.processors.cards.find(processor.name, question.cardRef)
  if (!route || question.kind !== 'authorize') return
  await submitOutside(services, {
    processor: processor.name,
    authorizationRef: question.authorizationRef,
    route,
    key: undefined,
    movesWallet: true,
    deadline: performance.now() + PATIENCE_MS,
    decide({ changes, workspace: wallet, card, now, outside }, known) {
      // Once the processor has sent a report, the report counts.
      if (!known || outside?.version !== NO_REPORT) return DONE
      const { hold, authorized } = known
      const amount = question.amountIs === 'extra' ? minCents(question.amount, hold.held_cents) : hold.held_cents
      if (amount > 0n) reverseHold(changes, wallet, card, hold, amount, authorized, now)
      return DONE
    },
    refuse: () => DONE,
  })
}
