// Lithic as a `Processor`.

import type { ProcessorSettings } from '../../config/processor-config.ts'
import { readAnswer } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { type Processor, unlessUnknown } from '../processor.ts'
import { ProcessorClient } from '../processor-client.ts'
import { answerLithic } from './answers.ts'
import { LithicCards, PROGRAM_HOLDER, pageOf } from './cards.ts'
import { checkLithic } from './check.ts'
import { connectLithic } from './enrolment.ts'
import { readMessage } from './read-message.ts'
import { readTransaction } from './read-transaction.ts'
import { readBalance, readTotals } from './settlement.ts'
import { verifyLithicSignature } from './signature.ts'
import { cursorAt, readUpdates } from './updates.ts'

const origins = { production: 'https://api.lithic.com', sandbox: 'https://sandbox.lithic.com' }

export function openLithic(settings: ProcessorSettings, clock: () => Date = () => new Date()): Processor {
  const { name, environment, apiKey, options } = settings
  const origin = (settings.baseUrl ?? origins[environment]).replace(/\/+$/, '')
  const client = new ProcessorClient(origin, { authorization: apiKey }, { messageOf })
  const accountToken = options.account_token
  const cards = new LithicCards(client, { program: options.card_program_token, account: accountToken })
  const reveal = options.reveal === 'page' ? 'page' : 'api'
  return {
    name,
    kind: 'lithic',
    environment,
    abilities: { reveal, passcode: 'theirs', answersBy: 'response' },
    answerHeaders: {},

    verify: (headers, body, now) => verifyLithicSignature(headers, body, settings.signingSecrets(), now),
    read: readMessage,
    authorization: async (reference) => {
      const inbound = await unlessUnknown(fetchTransaction(client, reference))
      return inbound?.type === 'report' ? inbound.report : undefined
    },
    fetch: async (reference) => [await fetchTransaction(client, reference)],
    answer: answerLithic,
    // The answer was the response to their request.
    deliver: async () => {},
    answerChallenge: async (challenge, answer) => {
      const json = {
        token: challenge.ref,
        challenge_response: answer === 'approve' ? 'APPROVE' : 'DECLINE_BY_CUSTOMER',
      }
      await client.call({ method: 'POST', path: '/v1/three_ds_decisioning/challenge_response', json })
    },

    createHolder: async () => PROGRAM_HOLDER,
    findHolder: async () => PROGRAM_HOLDER,
    issue: (card, key) => cards.issue(card, key),
    find: (cardId) => cards.find(cardId),
    observe: (externalId) => cards.observe(externalId),
    setState: (externalId, state) => cards.setState(externalId, state),
    reveal: async (externalId, parent) =>
      reveal === 'page' ? pageOf(externalId, { origin, apiKey, now: clock(), parent }) : cards.numberOf(externalId),

    since: (cursor) => readUpdates(client, cursor, clock()),
    cursorAt,
    totals: (day) => readTotals(client, day),
    balance: () => readBalance(client),

    connect: (enrolment) => connectLithic(client, enrolment),
    check: (enrolment) => checkLithic(client, enrolment, { secrets: settings.signingSecrets(), accountToken }),
    // Lithic verifies account holders itself, and a card of the program has none.
    openRequirements: async () => [],
  }
}

async function fetchTransaction(client: ProcessorClient, token: string): Promise<Inbound> {
  const path = `/v1/transactions/${encodeURIComponent(token)}`
  return readAnswer('GET /v1/transactions', await client.call({ method: 'GET', path }), readTransaction)
}

/** Every refusal of theirs carries a sentence. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}
