// A 3-D Secure challenge that a processor opened. When it gives us the passcode, the event delivers the code, as in the sandbox.
// When the processor sends the code itself, it asks us for a yes or a no.

import type { Decision } from '../engine/operation.ts'
import { uuidFromBytes } from '../ids.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { ProcessorChallenge } from '../processors/inbound.ts'
import { type Processor, ProcessorRefused } from '../processors/processor.ts'
import { openChallenge } from '../three-ds/open-challenge.ts'
import type { ReportServices } from './take-report.ts'

const PATIENCE_MS = 5_000
const OPENED: Decision = { status: 200, text: '', isRefusal: false, isKept: true, isSecret: false }
const NO_CARD: Decision = { ...OPENED, status: 404, isKept: false }

export async function openOutsideChallenge(
  services: ReportServices,
  processor: Processor,
  challenge: ProcessorChallenge,
): Promise<void> {
  const isOpen = await open(services, processor, challenge)
  if (challenge.passcode === undefined) return
  try {
    await processor.answerChallenge(challenge, isOpen ? 'approve' : 'decline')
  } catch (error) {
    // Too late for the processor. Nothing is lost, since the challenge expires by itself.
    if (!(error instanceof ProcessorRefused)) throw error
  }
}

/** Once for each challenge of theirs, however often they tell us of it. */
async function open(services: ReportServices, processor: Processor, challenge: ProcessorChallenge): Promise<boolean> {
  const route = await services.processors.cards.find(processor.name, challenge.cardRef)
  if (!route) return false
  const keyHash = uuidFromBytes(services.vault.fingerprint('challenge', processor.name, challenge.ref))
  const opened = services.engine.submit({
    workspace: route.workspace,
    key: { keyHash, fingerprint: keyHash },
    needs: { cards: [route.cardId] },
    decide(books) {
      openChallenge(services.vault, route.workspace, books, {
        merchant: challenge.merchant,
        amount: challenge.amount,
        passcode: challenge.passcode ?? null,
        processor: { name: processor.name, ref: challenge.ref },
        // The processor uses wall time; a challenge uses workspace time.
        lifetimeMs: challenge.expiresAt.getTime() - services.clock().getTime(),
      })
      return OPENED
    },
    refuse: () => NO_CARD,
    withinMs: PATIENCE_MS,
    wakes: 'events',
  })
  const { status } = await opened.catch((error) => {
    if (isWorkspaceReplaced(error)) return NO_CARD
    throw error
  })
  return status === OPENED.status
}
