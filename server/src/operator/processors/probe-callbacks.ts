// Calls our own callbacks as a processor would, through the public address. A processor that is enrolled before it can reach us
// declines every purchase, so nothing is enrolled until both callbacks have answered.

import { randomBytes } from 'node:crypto'
import { request } from 'undici'
import { PROBE_HEADER, PROOF_HEADER, proofOf } from '../../card-network/prove-callback.ts'
import { isLoopback } from '../../config/config-values.ts'
import type { Addresses, Problem, Processor } from '../../processors/processor.ts'
import type { Vault } from '../../vault/vault.ts'

const TIMEOUT_MS = 10_000

type Named = Pick<Processor, 'name' | 'environment'>

/** The addresses that the processor calls, or why it cannot reach us. */
export function addressesOf(publicUrl: string | undefined, { name, environment }: Named): Addresses | Problem {
  if (publicUrl === undefined)
    return {
      problem: 'CARDWRIGHT_PUBLIC_URL is not set, so that no processor can be told where to reach us.',
      hint: 'Set it to the https address at which the internet reaches this service.',
    }
  const { protocol, hostname } = new URL(publicUrl)
  const isAllowed = protocol === 'https:' || (environment === 'sandbox' && isLoopback(hostname))
  if (!isAllowed)
    return {
      problem: `CARDWRIGHT_PUBLIC_URL is ${publicUrl}, which is not https.`,
      hint: 'Questions about purchases must not travel in the clear: put a proxy with a certificate in front of the service.',
    }
  return { decisions: `${publicUrl}/processors/${name}/decisions`, events: `${publicUrl}/processors/${name}/events` }
}

export function isProblem(found: Addresses | Problem): found is Problem {
  return 'problem' in found
}

/** Undefined when both callbacks are ours and refuse unsigned messages. */
export async function probeCallbacks(
  vault: Vault,
  { name }: Named,
  addresses: Addresses,
): Promise<Problem | undefined> {
  for (const url of [addresses.decisions, addresses.events]) {
    const found = await probe(vault, name, url)
    if (found) return found
  }
  return undefined
}

async function probe(vault: Vault, name: string, url: string): Promise<Problem | undefined> {
  const nonce = randomBytes(16).toString('hex')
  const answer = await call(url, nonce).catch((error: Error & { code?: string }) => error)
  if (answer instanceof Error)
    return {
      problem: `${url} does not answer (${answer.code ?? answer.name}).`,
      hint: 'Start the service, and see that CARDWRIGHT_PUBLIC_URL, DNS, certificate and firewall lead to it.',
    }
  if (answer.status === 401 && answer.proof === proofOf(vault, name, nonce)) return undefined
  return { problem: `${url} answered ${answer.status}${meaningOf(answer.status)}.`, hint: hintFor(answer.status) }
}

/** Redirects are not followed, since no processor follows them. */
async function call(url: string, nonce: string): Promise<{ status: number; proof: unknown }> {
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [PROBE_HEADER]: nonce },
    body: '{}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await body.dump({ limit: 65_536 })
  return { status: statusCode, proof: headers[PROOF_HEADER] }
}

function meaningOf(status: number): string {
  if (status === 401) return ' without the proof that it is this service'
  if (status === 404) return ': whoever answers there does not know this processor'
  if (status >= 300 && status < 400) return ', a redirect, which no processor follows'
  return ' to a message without a signature, where 401 is right'
}

function hintFor(status: number): string {
  if (status === 401)
    return 'Something in front of the service asks for a password, or the service there has another master key.'
  if (status === 404)
    return 'Restart the service with this processors.json. With PROCESSOR_PORT set, have the proxy send /processors/ there.'
  return 'See what the proxy in front of the service does with POST /processors/.'
}
