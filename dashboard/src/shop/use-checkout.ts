// The steps of a purchase: the shelf, the checkout, the bank's page if a passcode is needed, and the receipt.

import { useState } from 'react'
import { useDo } from '../api/read.ts'
import type { AuthorizationOutcome } from '../api/schemas.ts'
import type { CardEntry } from './card-entry.ts'
import { answer, askForPasscode, isOpen, pay } from './payment.ts'

type CheckoutStep =
  | { at: 'shelf' }
  | { at: 'checkout' }
  | { at: 'bank'; entry: CardEntry; challengeId: string }
  | { at: 'receipt'; outcome: AuthorizationOutcome }

const touched = ['transactions', 'cards', 'wallet', 'overview', 'challenges', 'events']

export function useCheckout(total: number) {
  const [place, setPlace] = useState<CheckoutStep>({ at: 'shelf' })
  const begin = useDo(
    async ({ entry, withPasscode }: { entry: CardEntry; withPasscode: boolean }): Promise<CheckoutStep> => {
      const challenge = withPasscode ? await askForPasscode(entry, total) : undefined
      if (challenge) return { at: 'bank', entry, challengeId: challenge.id }
      return { at: 'receipt', outcome: await pay(entry, total) }
    },
    touched,
  )
  const confirm = useDo(async ({ entry, challengeId, otp }: { entry: CardEntry; challengeId: string; otp: string }) => {
    await answerOrGiveUp(challengeId, otp)
    return pay(entry, total, challengeId)
  }, touched)
  const goTo = (next: CheckoutStep) => {
    begin.reset()
    confirm.reset()
    setPlace(next)
  }
  return {
    place,
    goTo,
    busy: begin.isPending || confirm.isPending,
    error: (begin.error ?? confirm.error)?.message,
    submit: (entry: CardEntry, withPasscode: boolean) => begin.mutate({ entry, withPasscode }, { onSuccess: goTo }),
    answerBank: (otp: string) => {
      if (place.at !== 'bank') return
      const { entry, challengeId } = place
      confirm.mutate({ entry, challengeId, otp }, { onSuccess: (outcome) => goTo({ at: 'receipt', outcome }) })
    },
  }
}

/**
 * A wrong code can be corrected while attempts are left. After the last one the shop continues, and the issuer
 * declines.
 */
async function answerOrGiveUp(challengeId: string, otp: string): Promise<void> {
  try {
    await answer(challengeId, otp)
  } catch (error) {
    if (await isOpen(challengeId)) throw error
  }
}
