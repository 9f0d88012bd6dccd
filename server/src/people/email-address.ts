import { EmailAddress } from '../dashboard/shapes/texts.ts'
import { bodyCheck } from '../http/validation.ts'

const check = bodyCheck(EmailAddress)

export function isEmailAddress(text: string): boolean {
  try {
    check(text)
    return true
  } catch {
    return false
  }
}
