import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { ChallengeMethod, SimulateChallengeParams, ThreeDsChallenge } from '../api/schemas.ts'
import { readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { AmountInput, Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { amountError, useFields } from './fields.ts'
import { Outcome } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

const methods = [
  { value: 'passcode', name: 'A passcode' },
  { value: 'out_of_band', name: 'Approve or decline' },
] as const

export function SimulateChallenge({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ merchant: 'Paperplane Software', amount: '80.00' })
  const [method, setMethod] = useState<ChallengeMethod>('passcode')
  const [isAttempted, attempt] = useAttempted()
  const ask = useDo((body: SimulateChallengeParams) => post<ThreeDsChallenge>('/v1/sandbox/3ds', body), touched)
  const problem = placeProblem(ask.error, ['amount', 'merchant'])
  const wrongAmount = amountError(values.amount)
  return (
    <Simulation
      title="3-D Secure challenge"
      note="A merchant asks the cardholder to confirm a payment."
      action={method === 'passcode' ? 'Ask for a passcode' : 'Ask for an approval'}
      busy={ask.isPending}
      disabled={cardId === undefined}
      error={problem.form}
      onSubmit={() =>
        attempt(!wrongAmount, () =>
          ask.mutate({ card_id: cardId!, merchant: values.merchant, amount: readAmount(values.amount)!, method }),
        )
      }
      result={ask.data && <ChallengeResult key={ask.data.id} challenge={ask.data} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Merchant" error={problem.fields.merchant}>
          <Input required maxLength={100} {...bind('merchant')} />
        </Field>
        <Field label="Amount" error={isAttempted ? wrongAmount : problem.fields.amount}>
          <AmountInput {...bind('amount')} />
        </Field>
      </div>
      <Choices label="Answered by" value={method} options={methods} onChoose={setMethod} />
    </Simulation>
  )
}

function ChallengeResult({ challenge: { id, otp } }: { challenge: ThreeDsChallenge }) {
  const answer = useDo(
    () =>
      otp === null
        ? post<ThreeDsChallenge>(`/v1/3ds/${id}/approve`)
        : post<ThreeDsChallenge>(`/v1/sandbox/3ds/${id}/verify`, { otp }),
    touched,
  )
  const isCompleted = answer.data?.status === 'completed'
  return (
    <Outcome
      isGood
      title={isCompleted ? 'Completed' : otp === null ? 'Waiting for an approval' : `Waiting for the passcode ${otp}`}
      links={[{ to: '/3ds', name: '3-D Secure' }]}
    >
      <p className="text-soft">
        {isCompleted ? 'An authorization can use it once: ' : 'Its id is '}
        <code className="font-mono text-[13px] break-all">{id}</code>
      </p>
      {!isCompleted && (
        <div className="py-1">
          <Button
            size="small"
            busy={answer.isPending}
            onClick={() => answer.mutate(undefined, { onError: toast.failed })}
          >
            {otp === null ? 'Approve it' : 'Answer it'}
          </Button>
        </div>
      )}
    </Outcome>
  )
}
