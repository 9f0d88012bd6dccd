// Approves or declines a challenge without a passcode. When a processor opened it, the processor is told before we answer, one
// answer at a time: a request that comes meanwhile is refused, so that the books and the processor agree.

import type { Workspace } from '../accounts/workspace.ts'
import type { Books } from '../engine/books.ts'
import { unkeyed } from '../engine/operation.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError, type ErrorId } from '../errors.ts'
import { type ChangeContext, change, Pending, type Reply } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { ChallengeOutcome, type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { answerOutside } from '../processors/outside-state.ts'
import type { Services } from '../services.ts'
import { Challenge, ChallengeParams, challengeOutcomeNames, isOutOfBand, statusAt, withOtp } from './challenge.ts'

/** Longer than a call to a processor may take, so that a claim expires only when its process has died. */
const CLAIM_MS = 20_000

const errors: ErrorId[] = ['challenge_not_found', 'invalid_state', 'processor_refused']
const common = {
  method: 'POST',
  tag: '3-D Secure',
  params: ChallengeParams,
  reply: { 200: Challenge },
  errors,
} as const

export const approveChallenge = change({
  ...common,
  url: '/3ds/:challenge_id/approve',
  operationId: 'approveChallenge',
  scope: '3ds:read',
  bounds: 'within',
  summary: 'Approve a payment',
  description: `Approves a challenge whose \`method\` is \`out_of_band\`. ${tells('approved')}`,
  ...answering(ChallengeOutcome.approved),
})

export const declineChallenge = change({
  ...common,
  url: '/3ds/:challenge_id/decline',
  operationId: 'declineChallenge',
  scope: '3ds:read',
  bounds: 'within',
  summary: 'Decline a payment',
  description: `Declines a challenge whose \`method\` is \`out_of_band\`. ${tells('declined')}`,
  ...answering(ChallengeOutcome.declined),
})

function tells(outcome: string): string {
  return `The processor is told before the response is sent. If it does not answer, the response is 503 and the challenge stays pending. Repeating the call changes nothing once the challenge is ${outcome}.`
}

type Context = ChangeContext<{ challenge_id: string }, unknown, unknown, undefined>
/** The challenge that this request has claimed; undefined when another request is telling the processor. */
type Claimed = ChallengeRow | undefined

function answering(outcome: ChallengeOutcome) {
  return {
    needs: ({ workspace, params }: Context) => ({ challenges: [idOf('challenge', workspace, params.challenge_id)] }),
    decide({ workspace, services }: Context, books: Books): Reply | Refusal | Pending<Claimed> {
      const challenge = books.challenge!
      const isAnswered = challenge.answer === outcome
      const refusal = isAnswered ? undefined : whyNotAnswerable(challenge, books.now)
      if (refusal) return refusal
      if (isAnswered || challenge.processor === null) return complete(workspace, books, outcome)
      return new Pending(claim(books, services.clock()))
    },
    async resume({ workspace, services }: Context, challenge: Claimed) {
      if (!challenge)
        throw new ApiError('service_unavailable', 'Another answer is on its way to the processor; try again.')
      await tell(services, workspace, challenge, outcome)
      const decide = (books: Books) => complete(workspace, books, outcome)
      return { needs: { challenges: [challenge.id] }, decide }
    },
  }
}

function whyNotAnswerable(challenge: ChallengeRow, now: Date): Refusal | undefined {
  if (!isOutOfBand(challenge)) return refuse('invalid_state', 'This challenge is answered with its passcode.')
  if (challenge.answer !== null) return wasAnswered(challenge.answer)
  if (statusAt(challenge, now) !== ChallengeStatus.pending) return refuse('invalid_state', 'The challenge has expired.')
}

function wasAnswered(outcome: ChallengeOutcome): Refusal {
  return refuse('invalid_state', `The challenge was ${challengeOutcomeNames[outcome - 1]}.`)
}

function claim({ challenge: found, changes }: Books, wall: Date): Claimed {
  const challenge = found!
  if (challenge.answering_until && challenge.answering_until.getTime() > wall.getTime()) return undefined
  challenge.answering_until = new Date(wall.getTime() + CLAIM_MS)
  changes.changedChallenges.set(challenge.id, challenge)
  return challenge
}

/** When the processor refuses or does not answer, the claim is released, so that a repeat or the other answer may succeed. */
async function tell(
  services: Services,
  workspace: Workspace,
  challenge: ChallengeRow,
  outcome: ChallengeOutcome,
): Promise<void> {
  try {
    await answerOutside(services, challenge, outcome === ChallengeOutcome.approved ? 'approve' : 'decline')
  } catch (error) {
    // If this fails too, the claim expires by itself. The caller must learn why the answer was not accepted.
    await release(services, workspace, challenge.id).catch(() => {})
    throw error
  }
}

async function release(services: Services, { bucket, id }: WorkspaceKey, challengeId: Uuid): Promise<void> {
  const released = unkeyed({
    workspace: { bucket, id },
    needs: { challenges: [challengeId] },
    decide({ challenge, changes }) {
      challenge!.answering_until = null
      changes.changedChallenges.set(challengeId, challenge!)
    },
    wakes: 'events',
  })
  await services.engine.submit(released)
}

/** Completes the challenge even if it expired while the processor took the answer, because the accepted answer counts. */
function complete(
  workspace: Workspace,
  { challenge: found, changes, now }: Books,
  outcome: ChallengeOutcome,
): Reply | Refusal {
  const challenge = found!
  if (challenge.answer !== null && challenge.answer !== outcome) return wasAnswered(challenge.answer)
  if (challenge.answer === null) {
    challenge.answer = outcome
    challenge.status = ChallengeStatus.completed
    challenge.answering_until = null
    changes.changedChallenges.set(challenge.id, challenge)
    const card = { bucket: challenge.bucket, id: challenge.card_id, workspace_id: challenge.workspace_id }
    const payment = { amount: challenge.amount_cents, reason: challenge.merchant }
    const type = outcome === ChallengeOutcome.approved ? 'payment_approved' : 'payment_declined'
    changes.history(card, type, now, workspace.actor, payment)
  }
  return { status: 200, body: withOtp(challenge, null, now) }
}
