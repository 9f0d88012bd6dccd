// Stripe Issuing as a `Processor`. It asks by a webhook and takes the response as the answer. It handles the passcodes of
// 3-D Secure entirely by itself.

import { machineClock, type WallClock } from '../../clock.ts'
import type { ProcessorSettings } from '../../config/processor-config.ts'
import { readJson } from '../fields.ts'
import { type Processor, ProcessorRefused, unlessUnknown } from '../processor.ts'
import { answerHeaders, answerOf } from './answer.ts'
import { listOpenRequirements } from './cardholders.ts'
import {
  createCardholder,
  findCard,
  findCardholder,
  issueCard,
  observeCard,
  revealCard,
  setCardState,
} from './cards.ts'
import { checkStripe, isLiveKey } from './check.ts'
import { connectEndpoints } from './endpoints.ts'
import { fetchAuthorization } from './fetch-authorization.ts'
import { readEvent } from './read-event.ts'
import { verifySignature } from './signature.ts'
import { openClient } from './stripe-api.ts'
import { readBalance, readTotals } from './totals.ts'
import { cursorAt, readUpdates } from './updates.ts'

export function openStripe(settings: ProcessorSettings, clock: WallClock = machineClock): Processor {
  const client = openClient(settings)
  const isLive = isLiveKey(settings.apiKey)
  const contact = { email: settings.options.holder_email, phone: settings.options.holder_phone }
  return {
    name: settings.name,
    kind: 'stripe',
    environment: settings.environment,
    abilities: { reveal: 'api', passcode: 'theirs', answersBy: 'response' },
    answerHeaders,
    verify: (headers, body, now) => verifySignature(headers, body, settings.signingSecrets(), now),
    read: (body) => readEvent(readJson(body), isLive),
    authorization: (reference) => unlessUnknown(fetchAuthorization(client, reference)),
    // Every message contains its object.
    fetch: async () => [],
    answer: answerOf,
    deliver: async () => {},
    answerChallenge: async () => {
      throw new ProcessorRefused('Stripe asks the cardholder itself')
    },
    createHolder: (holder, key) => createCardholder(client, holder, contact, key),
    findHolder: (accountId) => findCardholder(client, accountId),
    issue: (card, key) => issueCard(client, card, key),
    find: (cardId, holder) => findCard(client, cardId, holder),
    observe: (externalId) => observeCard(client, externalId),
    setState: (externalId, state, key) => setCardState(client, externalId, state, key),
    reveal: (externalId) => revealCard(client, externalId),
    since: (cursor) => readUpdates(client, cursor, clock(), isLive),
    cursorAt,
    totals: (day) => readTotals(client, day),
    balance: () => readBalance(client),
    connect: (enrolment) => connectEndpoints(client, enrolment),
    check: (enrolment) => checkStripe(client, settings, enrolment),
    openRequirements: () => listOpenRequirements(client),
  }
}
