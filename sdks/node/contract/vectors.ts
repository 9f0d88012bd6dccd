// Checks the library against the vectors of sdks/contract/webhook-vectors.json.

import { type WebhookScheme, WebhookVerificationError, webhooks } from '../src/index.ts'
import { at, type Json, misfit } from './matchers.ts'

type Verification = {
  name: string
  body: string
  headers: Record<string, string>
  secrets: string[]
  now: number
  tolerance?: number
  scheme?: WebhookScheme
  expect?: Record<string, Json>
  expect_error?: string
}
type Signing = { name: string; body: string; secret: string; timestamp: number; headers: Record<string, string> }
export type Vectors = { verify: Verification[]; sign: Signing[] }

export async function checkVerification(vector: Verification): Promise<void> {
  const { body, headers, secrets, now, tolerance, scheme, expect = {} } = vector
  const options = { now: new Date(now * 1000), tolerance, scheme }
  const verified = await webhooks.verify(body, headers, secrets, options).then(
    (event) => ({ event: event as unknown as Json, code: undefined }),
    (error) => {
      if (error instanceof WebhookVerificationError) return { event: null, code: error.code }
      throw error
    },
  )
  if (verified.code !== vector.expect_error) throw new Error(`${verified.code} is not ${vector.expect_error}`)
  for (const [path, wanted] of Object.entries(expect)) {
    const why = misfit(at(verified.event, path), wanted)
    if (why !== undefined) throw new Error(`${path}: ${why}`)
  }
}

export async function checkSigning({ body, secret, timestamp, headers }: Signing): Promise<void> {
  const signed = await webhooks.signTestPayload(body, secret, { timestamp })
  for (const [name, wanted] of Object.entries(headers)) {
    if (signed[name] !== wanted) throw new Error(`${name}: ${signed[name]} is not ${wanted}`)
  }
}
