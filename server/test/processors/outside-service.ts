// Connects a service to a simulated processor, and delivers the processor's messages to the service.

import type { EnvironmentName } from '../../src/accounts/environments.ts'
import builtIn from '../../src/bins/catalogue.json' with { type: 'json' }
import type { Message, Reply, World } from './world.ts'

export const OUTSIDE_BIN = 'bin_outside'

/** The contents of bins.json with a range of the processor in addition to the built-in ones. */
export function binsOf(name: string, environment: EnvironmentName = 'sandbox'): string {
  const bin = { ...builtIn[0]!, id: OUTSIDE_BIN, prefix: '45111111', processor: name, environment }
  return JSON.stringify([...builtIn, bin])
}

export function entryOf(name: string, world: World, environment: EnvironmentName = 'sandbox'): Record<string, string> {
  const entry = {
    kind: world.kind,
    environment,
    base_url: world.baseUrl,
    api_key: { env: 'WORLD_API_KEY' },
    webhook_secret: { env: 'WORLD_SECRET' },
    ...world.options,
  }
  return {
    CARDWRIGHT_PROCESSORS: JSON.stringify({ [name]: entry }),
    WORLD_API_KEY: world.apiKey,
    WORLD_SECRET: world.signingSecret,
  }
}

export async function post(url: string, { headers, body }: Message): Promise<Reply> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}
