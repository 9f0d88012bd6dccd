import Type from 'typebox'
import { Nullable, StoredText, Time } from './texts.ts'

const key = {
  id: Type.String(),
  name: Type.String(),
  environment: Type.Union([Type.Literal('sandbox'), Type.Literal('production')]),
  /** The last four characters. */
  hint: Type.String(),
  read_only: Type.Boolean(),
  created_at: Time,
  /** The name of the person who made it; null when it was an operator, or somebody who has left. */
  created_by: Nullable(Type.String()),
  last_used_at: Nullable(Time),
  revoked_at: Nullable(Time),
}

export const DashboardKey = Type.Object(key)
export type DashboardKey = Type.Static<typeof DashboardKey>

export const DashboardKeys = Type.Object({ data: Type.Array(DashboardKey) })
export type DashboardKeys = Type.Static<typeof DashboardKeys>

export const NewDashboardKey = Type.Object(
  {
    name: StoredText({ minLength: 1, maxLength: 64, pattern: '\\S' }),
    read_only: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type NewDashboardKey = Type.Static<typeof NewDashboardKey>

/** The only answer that holds the key itself. */
export const MadeDashboardKey = Type.Object({ ...key, key: Type.String() })
export type MadeDashboardKey = Type.Static<typeof MadeDashboardKey>
