// A question is decided once: its key, the hold and the bytes of the answer commit together, and a repeated question gets the
// same bytes. A question that cannot be decided in time changes nothing and is answered with 503: the processor then stands in
// for us, or asks again.

import { Consultation, consult } from '../decision-hook/consult.ts'
import { type Decision, NotDecided } from '../engine/operation.ts'
import { Again } from '../http/route.ts'
import { uuidFromBytes } from '../ids.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { OutsideRoute } from '../processors/outside-cards.ts'
import type { Processor, ProcessorAnswer } from '../processors/processor.ts'
import type { Question, Verdict } from '../processors/question.ts'
import { needsOfRules } from '../rules/evaluate-payment.ts'
import type { Services } from '../services.ts'
import type { Vault } from '../vault/vault.ts'
import { decideQuestion } from './decide-question.ts'
import { submitOutside } from './outside-operation.ts'
import { type Arrival, deadlineAfterHook, deadlinesOf } from './question-time.ts'
import { isReportedFirst } from './reported-first.ts'

/** The part of the time limit that is left for the decision after the customer's answer. */
const SECOND_DECISION_MS = 300

/** Nothing is written, because the customer has to be asked first. */
const UNDECIDED: Decision = { status: 0, text: '', isRefusal: false, isKept: false, isSecret: false }
const UNKNOWN_CARD: Verdict = { approved: false, reason: 'invalid_card', balance: undefined }

export async function answerQuestion(
  services: Services,
  processor: Processor,
  question: Question,
  arrival: Arrival,
): Promise<ProcessorAnswer> {
  const route = await services.processors.cards.find(processor.name, question.cardRef)
  if (!route) return processor.answer(question, UNKNOWN_CARD)
  try {
    return await decided(services, { processor, question, route, arrival })
  } catch (error) {
    // The sandbox was reset, so its cards are gone, even if the processor still has them.
    if (isWorkspaceReplaced(error)) return processor.answer(question, UNKNOWN_CARD)
    throw error
  }
}

type Asking = { processor: Processor; question: Question; route: OutsideRoute; arrival: Arrival }

async function decided(services: Services, asking: Asking): Promise<ProcessorAnswer> {
  const deadlines = deadlinesOf(asking.question, asking.arrival, services.clock)
  const first = await decideBy(services, asking, deadlines.first)
  if (!(first instanceof Consultation)) return first
  const hook = await services.decisionHooks.ask(first, deadlines.last - SECOND_DECISION_MS)
  return (await decideBy(services, asking, deadlineAfterHook(deadlines), { hook })) as ProcessorAnswer
}

/** `consulted` is set when the customer was asked already, whatever the outcome. */
async function decideBy(
  services: Services,
  { processor, question, route, arrival }: Asking,
  deadline: number,
  consulted?: { hook: HookAnswer | undefined },
): Promise<ProcessorAnswer | Consultation> {
  if (deadline <= performance.now()) throw new NotDecided('The question was sent too long ago to be decided.')
  const key = questionKey(services.vault, processor.name, question.id)
  const say = (verdict: Verdict, isKept: boolean) => ({
    ...processor.answer(question, verdict),
    isRefusal: !verdict.approved,
    isKept,
    isSecret: false,
  })
  let consultation: Consultation | undefined
  let isTooLate = false
  const answered = await submitOutside(services, {
    processor: processor.name,
    authorizationRef: question.authorizationRef,
    route,
    key,
    movesWallet: true,
    deadline,
    needs: () => needsOfRules(route.workspace.id, route.cardId, question.merchant),
    decide(books, known) {
      isTooLate = holdsMoney(question) && isReportedFirst(books.outside, question, arrival.signedAt)
      if (isTooLate) return UNDECIDED
      const deciding = {
        services,
        processor: processor.name,
        question,
        key: key.keyHash,
        hold: known?.hold,
        isAuthenticated: known?.authorized.transaction.three_ds_status === ThreeDsStatus.authenticated,
        wall: services.clock(),
      }
      const decision = decideQuestion(books, {
        ...deciding,
        ...(consulted ?? { consult: (proposal) => consult(services, books, { ...proposal, key }) }),
      })
      consultation = decision instanceof Consultation ? decision : undefined
      if (decision instanceof Again) return decision
      return decision instanceof Consultation ? UNDECIDED : say(decision, true)
    },
    refuse: () => say(UNKNOWN_CARD, false),
  })
  if (isTooLate) throw new NotDecided('The processor has decided this question already; nothing happened.')
  return consultation ?? { status: answered.status, text: answered.text }
}

function holdsMoney({ kind, amount }: Question): boolean {
  return kind === 'authorize' && amount > 0n
}

/** The key does not depend on the body, so a repeat is the same question whatever else it says. */
export function questionKey(vault: Vault, processor: string, id: string) {
  const keyHash = uuidFromBytes(vault.fingerprint('question', processor, id))
  return { keyHash, fingerprint: keyHash }
}
