// A question is decided once: its key, the hold and the bytes of the answer commit together, and asked again it gets the same
// bytes. What cannot be decided in time has changed nothing, and is answered with 503: they stand in for us, or ask again.

import type { HookAnswer } from '../authorizations/hook-answer.ts'
import { Consultation, consult } from '../decision-hook/consult.ts'
import { type Decision, NotDecided } from '../engine/operation.ts'
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
const RETURN_TRIP_MS = 300

/** What they must leave for the decision that follows the customer's answer. */
const SECOND_DECISION_MS = 300

/** Nothing is written: the customer has to be asked first. */
const UNDECIDED: Decision = { status: 0, text: '', isRefusal: false, isKept: false, isSecret: false }
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
    return await decided(services, { processor, question, route, askedAt })
  } catch (error) {
    // A sandbox that was reset: its cards are gone, whatever the processor still has.
    if (isWorkspaceReplaced(error)) return processor.answer(question, UNKNOWN_CARD)
    throw error
  }
}

type Asking = { processor: Processor; question: Question; route: OutsideRoute; askedAt: number }

async function decided(services: Services, asking: Asking): Promise<ProcessorAnswer> {
  const { question, askedAt } = asking
  const latestAt = askedAt + question.patienceMs - RETURN_TRIP_MS
  const first = await decideBy(services, asking, Math.min(askedAt + MAX_DECISION_MS, latestAt))
  if (!(first instanceof Consultation)) return first
  const hook = await services.decisionHooks.ask(first, latestAt - SECOND_DECISION_MS)
  // The time for a decision begins again with the customer's answer; their patience does not.
  const deadline = Math.min(performance.now() + MAX_DECISION_MS, latestAt)
  return (await decideBy(services, asking, deadline, { hook })) as ProcessorAnswer
}

/** `consulted` where the customer has been asked already, whatever came of it. */
async function decideBy(
  services: Services,
  { processor, question, route }: Asking,
  deadline: number,
  consulted?: { hook: HookAnswer | undefined },
): Promise<ProcessorAnswer | Consultation> {
  if (deadline <= performance.now()) throw new NotDecided('The question arrived too late to be decided.')
  const key = questionKey(services.vault, processor.name, question.id)
  const say = (verdict: Verdict, isKept: boolean) => ({
    ...processor.answer(question, verdict),
    isRefusal: !verdict.approved,
    isKept,
    isSecret: false,
  })
  let consultation: Consultation | undefined
  const answered = await submitOutside(services, {
    processor: processor.name,
    authorizationRef: question.authorizationRef,
    route,
    key,
    movesWallet: true,
    deadline,
    needs: () => needsOfRules(route.workspace.id, route.cardId, question.merchant),
    decide(books, known) {
      const deciding = {
        services,
        processor: processor.name,
        question,
        hold: known?.hold,
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
  return consultation ?? { status: answered.status, text: answered.text }
}

/** The body does not count: whatever else a repeat says, it is the same question. */
function questionKey(vault: Vault, processor: string, id: string) {
  const keyHash = uuidFromBytes(vault.fingerprint('question', processor, id))
  return { keyHash, fingerprint: keyHash }
}
