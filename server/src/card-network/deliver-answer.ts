// For processors that are answered by a call. After no reply the hold stays: the processor asks again, or reports the outcome.
// A refusal means that the answer came too late, so its hold is released.

import { reverseHold } from '../authorizations/release-hold.ts'
import type { Decision } from '../engine/operation.ts'
import { minCents } from '../money.ts'
import { type Processor, type ProcessorAnswer, ProcessorRefused } from '../processors/processor.ts'
import type { Question } from '../processors/question.ts'
import type { Services } from '../services.ts'
import { questionKey } from './answer-question.ts'
import { outsideRow } from './apply-to-books.ts'
import { submitOutside } from './outside-operation.ts'

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
  const { keyHash } = questionKey(services.vault, processor.name, question.id)
  await submitOutside(services, {
    processor: processor.name,
    authorizationRef: question.authorizationRef,
    route,
    key: undefined,
    movesWallet: true,
    deadline: performance.now() + PATIENCE_MS,
    decide(books, known) {
      const { changes, workspace: wallet, card, now, outside } = books
      // A report that came after the question has set the hold already, and a report that came before it knows nothing of it.
      if (!known || outside?.placed_by !== keyHash) return DONE
      const { hold, authorized } = known
      const row = outsideRow(books, processor.name, question, services.clock())
      const amount = minCents(row.placed_cents ?? 0n, hold.held_cents)
      Object.assign(row, { placed_by: null, placed_cents: null })
      if (amount > 0n) reverseHold(changes, wallet, card, hold, amount, authorized, now)
      return DONE
    },
    refuse: () => DONE,
  })
}
