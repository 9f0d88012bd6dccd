import Type from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

/** A card that an agent asks a person to look at. */
export const RevealLink = Type.Object({
  id: Type.String(),
  card: Type.Object({
    id: Type.String(),
    label: Type.String(),
    last4: Type.String(),
    network: Type.String(),
    status: Type.String(),
  }),
  /** The key that asks. */
  requested_by: Type.String(),
  /** Where the agent says that the card is to be used. */
  origin: Type.String(),
  /** The purchase that was approved; null when the card was not made for a spend request. */
  spend_request: Nullable(
    Type.Object({ id: Type.String(), amount: Type.Number(), merchant: Type.String(), reason: Type.String() }),
  ),
  state: Type.Union([Type.Literal('open'), Type.Literal('used'), Type.Literal('expired')]),
  expires_at: Time,
})
export type RevealLink = Type.Static<typeof RevealLink>
