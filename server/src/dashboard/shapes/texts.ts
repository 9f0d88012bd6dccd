// Pieces that several shapes share. The browser's code imports the types of this folder, so the folder imports nothing of the server.

import Type from 'typebox'

/** Text that can be stored: see `x-text` in http/validation.ts. */
export const StoredText = (options: { minLength: number; maxLength: number; pattern?: string }) =>
  Type.String({ 'x-text': true, ...options })

// The same rule as better-auth applies at sign-in: a person whose address passed only here could never sign in.
export const EmailAddress = StoredText({
  minLength: 3,
  maxLength: 200,
  pattern: "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
})
export const PersonName = StoredText({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const RoleName = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('developer'),
  Type.Literal('viewer'),
])
export type RoleName = Type.Static<typeof RoleName>
export const Time = Type.String({ format: 'date-time' })
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An answer that is a file. */
export const CsvFile = Type.String({ description: 'A CSV file.' })
