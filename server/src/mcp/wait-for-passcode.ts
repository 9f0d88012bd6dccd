// Waits until a merchant's bank has asked for a passcode. A hint of new events wakes it. Since hints can be lost, it also
// checks from time to time.

import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { Strict, Text } from '../http/schemas.ts'
import { listChallenges } from '../three-ds/read-challenges.ts'
import { Money, money } from './shapes.ts'
import { failure, type Session, success, tool } from './tool.ts'

/** Less than a minute, after which many clients give up on a call. */
const MAX_WAIT_S = 50
const DEFAULT_WAIT_S = 45
const ASK_AGAIN_MS = 5_000
/** The minimum pause however many hints come, because each check counts in the rate limits. */
const MIN_PAUSE_MS = 500

type Challenge = {
  id: string
  merchant: string
  amount: number
  method: string
  otp: string | null
  expires_at: string
}

const Passcode = Type.Object({
  challenge_id: Type.String(),
  passcode: Type.String({ description: 'For the page of the bank that asks for it.', examples: ['042318'] }),
  merchant: Type.String(),
  money: Money,
  expires_at: Type.String(),
})

export const waitForPasscode = tool({
  name: 'wait_for_passcode',
  title: 'Wait for a 3-D Secure passcode',
  description:
    'Waits until the bank of a shop asks for a one-time passcode for a purchase with this card, and returns it. Call it once the payment page shows the question. Compare merchant and amount with the purchase before you type the passcode, and type it only on the page of that purchase. `passcode` is null when nothing was asked within the time: call again while the page still waits.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({
    card_id: Text({ maxLength: 100, description: 'The card of the purchase.' }),
    timeout_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_WAIT_S, default: DEFAULT_WAIT_S, description: 'How long to wait.' }),
    ),
  }),
  output: Type.Object({
    passcode: Type.Union([Passcode, Type.Null()], { description: 'Null when none was asked for within the time.' }),
  }),
  routes: [listChallenges],
  async run({ card_id, timeout_seconds = DEFAULT_WAIT_S }, session) {
    const updates = listen(session)
    try {
      return await firstPasscode(session, updates, { card_id, until: performance.now() + timeout_seconds * 1_000 })
    } finally {
      updates.stop()
    }
  },
})

async function firstPasscode(
  { call, signal }: Session,
  updates: Updates,
  { card_id, until }: { card_id: string; until: number },
) {
  for (;;) {
    const { status, body } = await call(listChallenges, { query: { card_id, status: 'pending', per_page: 10 } })
    if (status >= 400) return failure(body)
    const asked = (body.data as Challenge[]).find(({ method }) => method === 'passcode')
    if (asked) return success({ passcode: present(asked) })
    const left = until - performance.now()
    if (left <= 0 || signal.aborted) return success({ passcode: null })
    await updates.next(Math.min(left, ASK_AGAIN_MS))
  }
}

function present({ id, merchant, amount, otp, expires_at }: Challenge) {
  return { challenge_id: id, passcode: otp, merchant, money: money(amount), expires_at }
}

type Updates = { next(withinMs: number): Promise<void>; stop(): void }

/** Hints are kept between checks, so that nothing that happens while the list is read is missed. */
function listen({ wake, workspace, signal }: Session): Updates {
  let hint = Promise.withResolvers<void>()
  const stop = wake.on((place) => {
    if (place.id === workspace.id) hint.resolve()
  })
  return {
    stop,
    async next(withinMs) {
      const ended = new AbortController()
      const either = AbortSignal.any([signal, ended.signal])
      const quiet = (ms: number) => pause(ms, undefined, { signal: either }).catch(() => {})
      await Promise.race([quiet(withinMs), hint.promise.then(() => quiet(Math.min(withinMs, MIN_PAUSE_MS)))])
      ended.abort()
      hint = Promise.withResolvers<void>()
    },
  }
}
