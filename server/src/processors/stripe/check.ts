// Problems at Stripe that an operator must know about before cards depend on it.

import type { ProcessorSettings } from '../../config/processor-config.ts'
import { hostOf, isFormer } from '../former-addresses.ts'
import { describeRequirements } from '../holder-requirements.ts'
import { type Enrolment, type Problem, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { listOpenRequirements } from './cardholders.ts'
import { type Endpoint, listEndpoints, rivalsOf, type Wanted, wantedEndpoints } from './endpoints.ts'
import { QUESTION_EVENT } from './read-event.ts'
import { readBalance } from './totals.ts'

/** Whether a Stripe key is for live mode; undefined when its form does not tell. */
export function isLiveKey(apiKey: string): boolean | undefined {
  const mode = /^(?:sk|rk)_(live|test)_/.exec(apiKey)?.[1]
  return mode === undefined ? undefined : mode === 'live'
}

export async function checkStripe(
  client: ProcessorClient,
  settings: ProcessorSettings,
  enrolment: Enrolment | undefined,
): Promise<Problem[]> {
  try {
    return [
      ...keyProblems(settings),
      ...(await balanceProblems(client)),
      ...(enrolment ? webhookProblems(enrolment, await listEndpoints(client)) : []),
      ...(await holderProblems(client)),
    ]
  } catch (error) {
    if (error instanceof ProcessorRefused) {
      const hint = 'Give the key the rights that docs/guides/processors/stripe.md lists, or make another.'
      return [...keyProblems(settings), { problem: `Stripe refuses our key: ${error.message}`, hint }]
    }
    if (!(error instanceof ProcessorSilent)) throw error
    const hint = 'See whether this machine reaches the address of the API, and status.stripe.com.'
    return [...keyProblems(settings), { problem: `Stripe does not answer: ${error.message}`, hint }]
  }
}

function keyProblems({ apiKey, environment, signingSecrets }: ProcessorSettings): Problem[] {
  const problems: Problem[] = []
  const isLive = isLiveKey(apiKey)
  if (isLive !== undefined && isLive !== (environment === 'production')) {
    problems.push({
      problem: `The API key is for ${isLive ? 'live' : 'test'} mode, and the entry says ${environment}.`,
      hint: 'Cards of one mode do not exist in the other: give the key of the right mode, or change `environment`.',
    })
  }
  if (signingSecrets().length === 0) {
    problems.push({ problem: 'No signing secret is known: every message is refused.', hint: connectHint })
  }
  return problems
}

const connectHint = 'Run `cardwright processors connect` with the name of this entry.'

async function balanceProblems(client: ProcessorClient): Promise<Problem[]> {
  const balance = await readBalance(client)
  if (!balance) {
    return [{ problem: 'The account has no Issuing balance in USD.', hint: 'Activate Issuing in Stripe’s dashboard.' }]
  }
  if (balance.available > 0n) return []
  const problem = 'The Issuing balance is empty: Stripe declines every purchase, whatever we answer.'
  return [{ problem, hint: 'Add funds in Stripe’s dashboard, under Balances.' }]
}

/** At most this many holders are named. One sentence counts the others. */
const MAX_HOLDERS = 20

async function holderProblems(client: ProcessorClient): Promise<Problem[]> {
  const open = await listOpenRequirements(client)
  const hint = 'Complete the cardholder in Stripe’s dashboard, under Issuing, Cardholders.'
  const problems = open.slice(0, MAX_HOLDERS).map((each) => ({ problem: describeRequirements(each), hint }))
  const more = open.length - problems.length
  return more > 0
    ? [...problems, { problem: `Stripe requires something of ${more} more cardholders.`, hint }]
    : problems
}

function webhookProblems(enrolment: Enrolment, endpoints: Endpoint[]): Problem[] {
  const rivals = rivalsOf(enrolment, endpoints).map(({ id }) => ({
    problem: `The webhook endpoint ${id} of another address is asked the same questions.`,
    hint: `Take ${QUESTION_EVENT} out of its events in Stripe’s dashboard, or run connect with --take-over.`,
  }))
  const former = endpoints
    .filter((each) => each.isEnabled && isFormer(each.url, enrolment))
    .map(({ id, url }) => ({
      problem: `The webhook endpoint ${id} of our former address ${hostOf(url)} is still there.`,
      hint: connectHint,
    }))
  return [...endpointProblems(wantedEndpoints(enrolment), endpoints), ...rivals, ...former]
}

/** The star does not cover events that must be named, and questions must be named. */
function covers({ events }: Endpoint, event: string): boolean {
  return events.includes(event) || (event !== QUESTION_EVENT && events.includes('*'))
}

function endpointProblems(wanted: Wanted[], endpoints: Endpoint[]): Problem[] {
  return wanted.flatMap(({ url, events, carries }) => {
    const ours = endpoints.filter((each) => each.url === url)
    if (ours.length === 0) return [{ problem: `No webhook endpoint brings us ${carries}.`, hint: connectHint }]
    if (!ours.some((each) => each.isEnabled)) {
      return [{ problem: `The webhook endpoint for ${carries} is disabled.`, hint: connectHint }]
    }
    if (ours.length > 1) {
      return [{ problem: `${ours.length} webhook endpoints bring us ${carries} at one address.`, hint: connectHint }]
    }
    const missing = events.filter((event) => !covers(ours[0]!, event))
    if (missing.length === 0) return []
    return [{ problem: `The webhook endpoint for ${carries} leaves out ${missing.join(', ')}.`, hint: connectHint }]
  })
}
