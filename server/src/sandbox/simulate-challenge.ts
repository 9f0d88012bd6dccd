import { timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { mayReveal } from '../accounts/workspace.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { refuseTerminated } from '../cards/find-card.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { change } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { centsFromDollars } from '../money.ts'
import {
  Challenge,
  ChallengeParams,
  challengeMethodNames,
  MASKED_OTP,
  MAX_ATTEMPTS,
  openOtp,
  selectChallenge,
  statusAt,
  withOtp,
} from '../three-ds/challenge.ts'
import { openChallenge } from '../three-ds/open-challenge.ts'
import { MerchantName } from '../transactions/merchant.ts'

export const simulateChallenge = change({
  method: 'POST',
  url: '/sandbox/3ds',
  operationId: 'simulateChallenge',
  scope: 'sandbox:write',
  bounds: 'within',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a 3-D Secure challenge',
  description:
    'Simulates a merchant that asks for verification of a payment. The passcode is in the response and in the event `3ds.challenge`; a key without `3ds:read` gets it masked. With the method `out_of_band` there is no passcode: approve or decline the payment instead.',
  sandboxOnly: true,
  secretAnswer: true,
  body: Strict({
    card_id: Text({ maxLength: 100 }),
    merchant: MerchantName,
    amount: PurchaseAmount,
    method: Type.Optional(Type.String({ enum: [...challengeMethodNames], default: 'passcode' })),
  }),
  reply: { 201: Challenge },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'sandbox_only'],
  needs: ({ workspace, body }) => ({ cards: [idOf('card', workspace, body.card_id)] }),
  decide({ workspace, body, services }, books) {
    const refusal = refuseTerminated(books.card)
    if (refusal) return refusal
    const { challenge, otp } = openChallenge(services.vault, workspace, books, {
      merchant: body.merchant,
      amount: centsFromDollars(body.amount),
      ...(body.method === 'out_of_band' && { passcode: null }),
    })
    return { status: 201, body: withOtp(challenge, shownTo(workspace, otp), books.now) }
  },
})

export const verifyChallenge = change({
  method: 'POST',
  url: '/sandbox/3ds/:challenge_id/verify',
  operationId: 'verifyChallenge',
  scope: 'sandbox:write',
  bounds: 'within',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Enter the passcode of a challenge',
  description: 'Enters the passcode as the cardholder would. The third wrong code ends the challenge.',
  sandboxOnly: true,
  secretAnswer: true,
  params: ChallengeParams,
  body: Strict({ otp: Text({ minLength: 1, maxLength: 20 }) }),
  reply: { 200: Challenge },
  errors: ['challenge_not_found', 'invalid_otp', 'invalid_state', 'sandbox_only'],
  /** The passcode never changes, so it is opened before the challenge is locked. */
  async prepare({ sql, workspace, params, services }) {
    const [challenge] = await selectChallenge(sql, workspace, idOf('challenge', workspace, params.challenge_id))
    if (!challenge) throw new ApiError('challenge_not_found')
    return openOtp(services.vault, challenge)
  },
  needs: ({ workspace, params }) => ({ challenges: [idOf('challenge', workspace, params.challenge_id)] }),
  decide({ workspace, body, prepared: otp }, { challenge: found, changes, now }) {
    const challenge = found!
    if (otp === null) return refuse('invalid_state', 'This challenge has no passcode: approve or decline it.')
    if (statusAt(challenge, now) !== ChallengeStatus.pending) {
      const isCompleted = challenge.status === ChallengeStatus.completed
      return refuse('invalid_state', isCompleted ? 'The challenge is completed.' : 'The challenge has expired.')
    }
    challenge.attempts += 1
    if (isSameCode(body.otp, otp)) challenge.status = ChallengeStatus.completed
    else if (challenge.attempts >= MAX_ATTEMPTS) challenge.status = ChallengeStatus.expired
    // A wrong code is counted although the request is refused.
    changes.changedChallenges.set(challenge.id, challenge)
    if (challenge.status !== ChallengeStatus.completed) return refuse('invalid_otp', attemptsLeft(challenge), 'otp')
    return { status: 200, body: withOtp(challenge, shownTo(workspace, otp), now) }
  },
})

/** A simulated shop with its own key sees no passcode, like a real shop: that always needs the scope 3ds:read. */
function shownTo(workspace: Workspace, otp: string | null): string | null {
  return otp === null || mayReveal(workspace) ? otp : MASKED_OTP
}

function isSameCode(given: string, otp: string): boolean {
  const padded = Buffer.from(given.padEnd(otp.length).slice(0, otp.length), 'latin1')
  return given.length === otp.length && timingSafeEqual(padded, Buffer.from(otp, 'latin1'))
}

function attemptsLeft(challenge: ChallengeRow): string {
  const left = MAX_ATTEMPTS - challenge.attempts
  return left > 0
    ? `The passcode is wrong; ${left} ${left === 1 ? 'try' : 'tries'} left.`
    : 'The passcode is wrong; the challenge has ended.'
}
