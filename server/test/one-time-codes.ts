// An authenticator app in a test. The service accepts the codes of the previous, the current and the next step, each of
// them once. `code` returns the next unused one, so that a test can use three without waiting.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOTP } from '@better-auth/utils/otp'
import { type Browser, PASSWORD } from './people.ts'

const STEP_MS = 30_000
const SAFE_MS = 4_000
const AUTH = '/dashboard/auth/two-factor'

export type Device = {
  /** Returns the next unused code. */
  code(): Promise<string>
  /** Returns a code that is not valid at any time near now. */
  wrongCode(): Promise<string>
  backupCodes: string[]
}

/** Turns two-factor sign-in on, which uses up the first of the codes. */
export async function enableTwoFactor(person: Browser): Promise<Device> {
  const { status, body } = await person.post(`${AUTH}/enable`, { password: PASSWORD })
  assert.equal(status, 200)
  const otp = createOTP(fromBase32(new URL(body.totpURI).searchParams.get('secret')!))
  const stepNow = () => Math.floor(Date.now() / STEP_MS)
  // Near the end of a step, the code of the previous step would be too old when it arrives.
  const isNearEnd = Date.now() % STEP_MS > STEP_MS - SAFE_MS
  let next = isNearEnd ? stepNow() : stepNow() - 1
  const device: Device = {
    async code() {
      // A code is accepted from the step before its own on, so this wait is short if the test began near the end of a
      // step.
      await sleep(Math.max(0, (next - 1) * STEP_MS - Date.now()))
      return otp.hotp(next++)
    },
    async wrongCode() {
      const around = Array.from({ length: 9 }, (_, index) => stepNow() - 4 + index)
      const right = new Set(await Promise.all(around.map((step) => otp.hotp(step))))
      return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.has(code))!
    },
    backupCodes: body.backupCodes,
  }
  assert.equal((await person.post(`${AUTH}/verify-totp`, { code: await device.code() })).status, 200)
  return device
}

function fromBase32(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/=+$/, '')].map((each) => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))).toString()
}
