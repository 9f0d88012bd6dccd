// Reads an answer of a hook. Anything but a complete, valid answer is an error and decides nothing.

import Type from 'typebox'
import { Metadata } from '../cards/card-schemas.ts'
import { ApiError } from '../errors.ts'
import { Dollars, Text } from '../http/schemas.ts'
import { bodyCheck } from '../http/validation.ts'
import { isJsonObject } from '../json-object.ts'
import { type Cents, centsFromDollars, dollars } from '../money.ts'
import { hasTimedOut, type PostResult } from '../outbound/exchange.ts'

const MAX_REASON_LENGTH = 100
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

export const DecisionAnswer = Type.Object(
  {
    approved: Type.Boolean({ description: 'Whether the card may pay.', examples: [true] }),
    amount: Nullable(
      Dollars({ exclusiveMinimum: 0, description: 'The part to approve, USD, if `partial` was true in the question.' }),
    ),
    reason: Nullable(
      Text({ maxLength: MAX_REASON_LENGTH, description: 'Shown with a decline in `decline_detail.reason`.' }),
    ),
    metadata: Nullable(Metadata),
  },
  { $id: 'DecisionAnswer', description: 'The answer of the decision hook.' },
)
type Answer = Type.Static<typeof DecisionAnswer>
const check = bodyCheck(DecisionAnswer)

export type ReadAnswer =
  | { outcome: 'approved'; maxAmount: Cents | undefined; reason: string | undefined; metadata: Answer['metadata'] }
  | { outcome: 'declined'; reason: string | undefined; metadata: Answer['metadata'] }
  | { outcome: 'timeout' | 'error'; error: string }

type Asked = { amount: Cents; partial: boolean }

export function readAnswer(result: PostResult, asked: Asked): ReadAnswer {
  const { status, body, error } = result
  if (error !== null) return { outcome: hasTimedOut(result) ? 'timeout' : 'error', error }
  if (status !== 200) return { outcome: 'error', error: `answered with status ${status}` }
  const answer = parse(body!)
  // Checked first: a clear no must not become a yes because another field is wrong.
  if (isJsonObject(answer) && answer.approved === false) return declined(answer)
  const fault = faultOf(answer, asked)
  return fault === undefined ? approved(answer as Answer) : { outcome: 'error', error: fault }
}

function approved({ amount, reason, metadata }: Answer): ReadAnswer {
  return {
    outcome: 'approved',
    maxAmount: amount === undefined || amount === null ? undefined : centsFromDollars(amount),
    reason: reason ?? undefined,
    metadata,
  }
}

/** Invalid fields beside the no are left out, and a reason that is too long is cut. */
function declined({ reason, metadata }: Record<string, unknown>): ReadAnswer {
  const isValid = faultIn({ approved: false, metadata }) === undefined
  return {
    outcome: 'declined',
    reason: typeof reason === 'string' ? storable(reason) : undefined,
    metadata: isValid ? (metadata as Answer['metadata']) : undefined,
  }
}

function storable(reason: string): string | undefined {
  const text = reason.replaceAll('\u0000', '').slice(0, MAX_REASON_LENGTH).toWellFormed()
  return text === '' ? undefined : text
}

function faultOf(answer: unknown, { amount: asked, partial }: Asked): string | undefined {
  if (!isJsonObject(answer)) return 'the answer is no JSON object'
  const fault = faultIn(answer)
  if (fault !== undefined) return fault
  const { amount } = answer as Answer
  if (amount === undefined || amount === null) return undefined
  const cents = centsFromDollars(amount)
  if (cents > asked) return `"amount" is more than the ${dollars(asked)} that were asked for`
  return cents === asked || partial ? undefined : '"amount" is less than was asked for, and a part was not asked for'
}

function faultIn(answer: unknown): string | undefined {
  try {
    check(answer)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
