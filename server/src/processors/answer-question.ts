// A question is decided once: its key, the hold and the bytes of the answer commit together, and asked again it gets the same
// bytes. What cannot be decided in time has changed nothing, and is answered with 503: they stand in for us, or ask again.

import { NotDecided } from '../engine/operation.ts'
import { Again } from '../http/route.ts'
import { uuidFromBytes } from '../ids.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { needsOfRules } from '../rules/judge-payment.ts'
import type { Services } from '../services.ts'
import type { Vault } from '../vault/vault.ts'
import { decideQuestion } from './decide-question.ts'
import type { OutsideRoute } from './outside-cards.ts'
import { submitOutside } from './outside-operation.ts'
import type { Processor, ProcessorAnswer } from './processor.ts'
import type { Question, Verdict } from './question.ts'

const MAX_DECISION_MS = 1_500
/** What their patience must leave for the way back. */
const WAY_BACK_MS = 300

const UNKNOWN_CARD: Verdict = { approved: false, reason: 'invalid_card', balance: undefined }

/** `askedAt` is the time of `performance.now()` at which the question arrived. */
export async function answerQuestion(
  services: Services,
  processor: Processor,
  question: Question,
  askedAt: number,
): Promise<ProcessorAnswer> {
  const route = await services.processors.cards.find(processor.name, question.cardRef)
  if (!route) return processor.answer(question, UNKNOWN_CARD)
  try {
    return await decided(services, processor, question, route, askedAt)
  } catch (error) {
    // A sandbox that was reset: its cards are gone, whatever the processor still has.
    if (isWorkspaceReplaced(error)) return processor.answer(question, UNKNOWN_CARD)
    throw error
  }
}

async function decided(
  services: Services,
  processor: Processor,
  question: Question,
  route: OutsideRoute,
  askedAt: number,
): Promise<ProcessorAnswer> {
  const deadline = askedAt + Math.min(MAX_DECISION_MS, question.patienceMs - WAY_BACK_MS)
  if (deadline <= performance.now()) throw new NotDecided('The question arrived too late to be decided.')
  const say = (verdict: Verdict, isKept: boolean) => ({
    ...processor.answer(question, verdict),
    isRefusal: !verdict.approved,
    isKept,
    isSecret: false,
  })
  const answered = await submitOutside(services, {
    processor: processor.name,
    authorizationRef: question.authorizationRef,
    route,
    key: questionKey(services.vault, processor.name, question.id),
    movesWallet: true,
    deadline,
    needs: () => needsOfRules(route.workspace.id, route.cardId, question.merchant),
    decide(books, known) {
      const verdict = decideQuestion(services, books, processor.name, question, known?.hold)
      return verdict instanceof Again ? verdict : say(verdict, true)
    },
    refuse: () => say(UNKNOWN_CARD, false),
  })
  return { status: answered.status, text: answered.text }
}

/** The body does not count: whatever else a repeat says, it is the same question. */
function questionKey(vault: Vault, processor: string, id: string) {
  const keyHash = uuidFromBytes(vault.fingerprint('question', processor, id))
  return { keyHash, fingerprint: keyHash }
}
