import Type from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

export const AuditLogEntry = Type.Object({
  sequence: Type.Integer(),
  at: Time,
  /** `usr_…`, `key_…`, or `operator:` followed by the name of a system user. */
  actor: Type.String(),
  /** Set when the person or key still exists. */
  actor_name: Nullable(Type.String()),
  action: Type.String(),
  subject: Type.String(),
  origin: Type.String(),
  request_id: Type.String(),
})
export type AuditLogEntry = Type.Static<typeof AuditLogEntry>

export const AuditLogPage = Type.Object({
  data: Type.Array(AuditLogEntry),
  pagination: Type.Object({
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean()),
    next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
})
export type AuditLogPage = Type.Static<typeof AuditLogPage>
