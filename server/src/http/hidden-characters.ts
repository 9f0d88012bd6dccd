// Text that one party writes and another decides on must look like what it is. A line break, a character that cannot be seen,
// or one that turns the direction of the text can make a person read something else.

import { ApiError } from '../errors.ts'

/** Control and format characters (bidirectional and zero-width ones among them), and letters and separators without a shape. */
const HIDDEN = /[\p{Cc}\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]|\u034f|\u17b4|\u17b5/u

/** Throws when a person could not see all of the text. */
export function refuseHidden(text: string | undefined, param: string): void {
  const found = text === undefined ? null : HIDDEN.exec(text)
  if (!found) return
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  throw new ApiError(
    'invalid_request',
    `"${param}" must not hold line breaks, control characters, or characters that are invisible or change the direction of text (found U+${code}).`,
    { param },
  )
}
