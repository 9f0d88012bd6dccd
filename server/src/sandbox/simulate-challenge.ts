import { timingSafeEqual } from 'node:crypto'
import { MerchantName } from '../authorizations/merchant.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { findCard, refuseTerminated } from '../cards/find-card.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import {
  Challenge,
  ChallengeParams,
  type ChallengeRow,
  ChallengeStatus,
  lockChallenge,
  MOST_ATTEMPTS,
  otpContext,
  presentChallenge,
  selectChallenge,
  statusAt,
} from '../three-ds/challenge.ts'
import { openChallenge } from '../three-ds/open-challenge.ts'

export const simulateChallenge = write({
  method: 'POST',
  url: '/sandbox/3ds',
  operationId: 'simulateChallenge',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a 3-D Secure challenge',
  description:
    'A merchant asks for verification of a payment; the passcode is in the answer and in the event `3ds.challenge`.',
  sandboxOnly: true,
  secretAnswer: true,
  body: Strict({ card_id: Text({ maxLength: 100 }), merchant: MerchantName, amount: PurchaseAmount }),
  reply: { 201: Challenge },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'sandbox_only'],
  async write(context) {
    const { tx, workspace, body, now, services } = context
    const card = await findCard(tx, workspace, body.card_id)
    refuseTerminated(card)
    const challenge = await openChallenge(context, card, body)
    return { status: 201, body: await presentChallenge(services.vault, challenge, now) }
  },
})

export const verifyChallenge = write({
  method: 'POST',
  url: '/sandbox/3ds/:challenge_id/verify',
  operationId: 'verifyChallenge',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Enter the passcode of a challenge',
  description: 'As the cardholder would. The third wrong code ends the challenge.',
  sandboxOnly: true,
  secretAnswer: true,
  params: ChallengeParams,
  body: Strict({ otp: Text({ minLength: 1, maxLength: 20 }) }),
  reply: { 200: Challenge },
  errors: ['challenge_not_found', 'invalid_otp', 'invalid_state', 'sandbox_only'],
  async subject({ sql, workspace, params }) {
    const [challenge] = await selectChallenge(sql, workspace, idOf('challenge', workspace, params.challenge_id))
    if (!challenge) throw new ApiError('challenge_not_found')
  },
  async write({ tx, workspace, params, body, now, services }) {
    const [challenge] = await lockChallenge(tx, workspace, idOf('challenge', workspace, params.challenge_id))
    if (!challenge) throw new ApiError('challenge_not_found')
    if (statusAt(challenge, now) !== ChallengeStatus.pending) {
      throw new ApiError(
        'invalid_state',
        challenge.status === ChallengeStatus.completed ? 'The challenge is completed.' : 'The challenge has expired.',
      )
    }
    const otp = await services.vault.open(challenge.otp_sealed, otpContext(challenge))
    const isRight =
      body.otp.length === otp.length &&
      timingSafeEqual(Buffer.from(body.otp.padEnd(otp.length).slice(0, otp.length), 'latin1'), otp)
    challenge.attempts += 1
    if (isRight) challenge.status = ChallengeStatus.completed
    else if (challenge.attempts >= MOST_ATTEMPTS) challenge.status = ChallengeStatus.expired
    // Written at once and not with the changes: a wrong code is counted although the request is refused.
    await updateChallenge(tx, challenge)
    if (!isRight) throw new ApiError('invalid_otp', attemptsLeft(challenge), { param: 'otp' })
    return { status: 200, body: await presentChallenge(services.vault, challenge, now) }
  },
})

function attemptsLeft(challenge: ChallengeRow): string {
  const left = MOST_ATTEMPTS - challenge.attempts
  return left > 0
    ? `The passcode is wrong; ${left} ${left === 1 ? 'try' : 'tries'} left.`
    : 'The passcode is wrong; the challenge has ended.'
}

function updateChallenge(tx: Tx, c: ChallengeRow) {
  return tx`
    update three_ds_challenges set attempts = ${c.attempts}, status = ${c.status}
    where bucket = ${c.bucket} and id = ${c.id} and workspace_id = ${c.workspace_id}`
}
