import { bodyCheck } from '../http/validation.ts'
import { EmailAddress } from './shapes/person.ts'

const check = bodyCheck(EmailAddress)

export function isEmailAddress(text: string): boolean {
  try {
    check(text)
    return true
  } catch {
    return false
  }
}
