// Describes in sentences what keeps a program at Lithic from its first purchase.

import { readAnswer } from '../fields.ts'
import { hostOf, isFormer } from '../former-addresses.ts'
import { type Enrolment, type Problem, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import {
  authentications,
  enrolledAt,
  isRival,
  listSubscriptions,
  questions,
  type Subscription,
  TAKE_OVER_HINT,
  unlessRefused,
} from './enrolment.ts'
import { EVENT_TYPES } from './read-message.ts'

const CONNECT_HINT = 'Run "cardwright processors connect".'

export async function checkLithic(
  client: ProcessorClient,
  enrolment: Enrolment | undefined,
  { secrets, accountToken }: { secrets: readonly string[]; accountToken: string | undefined },
): Promise<Problem[]> {
  try {
    await client.call({ method: 'GET', path: '/v1/status' })
    const problems = enrolment ? await checkAddresses(client, enrolment) : []
    if (accountToken !== undefined) problems.push(...(await accountProblems(client, accountToken)))
    if (secrets.length === 0)
      problems.push({ problem: 'No signing secret is known, so every message is refused.', hint: CONNECT_HINT })
    return problems
  } catch (error) {
    if (error instanceof ProcessorRefused)
      return [
        { problem: `Lithic refuses: ${error.message}`, hint: 'Check api_key, and that it belongs to the environment.' },
      ]
    if (error instanceof ProcessorSilent)
      return [
        { problem: `Lithic does not answer: ${error.message}`, hint: 'Check base_url and the way to the internet.' },
      ]
    throw error
  }
}

/** Lithic issues no cards to an account that is paused or closed, and its cards cannot spend. */
async function accountProblems(client: ProcessorClient, token: string): Promise<Problem[]> {
  const hint = 'Check account_token of its entry in processors.json, and the account in Lithic’s dashboard.'
  try {
    const answer = await client.call({ method: 'GET', path: `/v1/accounts/${encodeURIComponent(token)}` })
    const state = readAnswer('GET /v1/accounts', answer, (account) => account.get('state').text())
    return state === 'ACTIVE' ? [] : [{ problem: `The account of account_token is ${state}.`, hint }]
  } catch (error) {
    if (!(error instanceof ProcessorRefused)) throw error
    return [{ problem: `The account of account_token cannot be read: ${error.message}`, hint }]
  }
}

async function checkAddresses(client: ProcessorClient, enrolment: Enrolment): Promise<Problem[]> {
  const [asked, authenticated, subscriptions] = await Promise.all([
    enrolledAt(client, questions),
    enrolledAt(client, authentications).catch(unlessRefused),
    listSubscriptions(client),
  ])
  return [
    ...questionProblems(enrolment, asked),
    ...authenticationProblems(enrolment, authenticated),
    ...subscriptionProblems(subscriptions, enrolment.events),
    ...formerProblems(subscriptions, enrolment),
  ]
}

function questionProblems(enrolment: Enrolment, asked: string | undefined): Problem[] {
  if (asked === enrolment.decisions) return []
  if (asked === undefined) return [{ problem: 'Lithic does not ask us about purchases.', hint: CONNECT_HINT }]
  if (isFormer(asked, enrolment))
    return [{ problem: `Lithic asks our former address ${hostOf(asked)} about purchases.`, hint: CONNECT_HINT }]
  return [
    { problem: `Lithic asks ${hostOf(asked)} about purchases, which is not an address of ours.`, hint: TAKE_OVER_HINT },
  ]
}

function authenticationProblems(enrolment: Enrolment, authenticated: string | undefined): Problem[] {
  if (authenticated === enrolment.decisions) return []
  if (isRival(authenticated, enrolment))
    return [
      {
        problem: `Lithic asks ${hostOf(authenticated)} about 3-D Secure, which is not an address of ours.`,
        hint: TAKE_OVER_HINT,
      },
    ]
  return [
    {
      problem: 'Lithic does not ask us about 3-D Secure.',
      hint: `${CONNECT_HINT} Where that changes nothing, ask Lithic to switch on 3DS decisioning for the program.`,
    },
  ]
}

/** Whoever owns the former address now would get every event of the cards. */
function formerProblems(subscriptions: Subscription[], enrolment: Enrolment): Problem[] {
  return subscriptions
    .filter(({ url, isDisabled }) => !isDisabled && isFormer(url, enrolment))
    .map(({ url }) => ({
      problem: `Lithic still sends events to our former address ${hostOf(url)}.`,
      hint: CONNECT_HINT,
    }))
}

function subscriptionProblems(subscriptions: Subscription[], url: string): Problem[] {
  const ours = subscriptions.find((each) => each.url === url)
  if (!ours) return [{ problem: 'Lithic sends us no events.', hint: CONNECT_HINT }]
  if (ours.isDisabled)
    return [
      { problem: 'Lithic has switched our events off, as it does after five days of failures.', hint: CONNECT_HINT },
    ]
  const missing = EVENT_TYPES.filter((type) => !ours.types.includes(type))
  if (ours.types.length === 0 || missing.length === 0) return []
  return [{ problem: `Lithic does not send us ${missing.join(', ')}.`, hint: CONNECT_HINT }]
}
