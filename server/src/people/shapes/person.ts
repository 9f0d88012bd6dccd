// Shapes of a person. The browser's code imports the types, so this folder imports nothing of the server but shapes.

import Type from 'typebox'
import { StoredText } from '../../http/shapes.ts'

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
