// Describes in sentences what keeps an account at Increase from its first purchase.

import { hostOf, isFormer } from '../former-addresses.ts'
import { type Enrolment, type Problem, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { IncreaseApi } from './api.ts'
import { listSubscriptions, rivalsOf, type Subscription, wantedSubscriptions } from './connect.ts'
import { accountBalance } from './updates.ts'

export type Checked = { api: IncreaseApi; accountId: string; entityId: string | undefined; hasSecret: boolean }

export async function findProblems(checked: Checked, enrolment: Enrolment | undefined): Promise<Problem[]> {
  const { api, accountId, entityId, hasSecret } = checked
  const problems = [
    ...(await inWords('The account cannot be read', () => accountProblems(api, accountId))),
    ...(entityId === undefined ? [] : await inWords('The entity cannot be read', () => entityProblems(api, entityId))),
    ...(hasSecret ? [] : [NO_SECRET]),
  ]
  if (!enrolment) return problems
  const enrolled = await inWords('The webhooks cannot be read', () => enrolmentProblems(api, enrolment))
  return [...problems, ...enrolled]
}

const NO_SECRET: Problem = {
  problem: 'No secret is known by which Increase signs its messages, so that each of them is refused.',
  hint: 'Run "cardwright processors connect" for this processor.',
}

/** A failed call to Increase is reported as a problem too. */
async function inWords(what: string, find: () => Promise<Problem[]>): Promise<Problem[]> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ProcessorRefused) {
      return [
        {
          problem: `${what}: ${error.message}`,
          hint: 'Check api_key, environment, account_id and entity_id of its entry in processors.json.',
        },
      ]
    }
    if (error instanceof ProcessorSilent) {
      return [{ problem: `${what}: ${error.message}`, hint: 'Increase did not answer; try again later.' }]
    }
    throw error
  }
}

async function accountProblems(api: IncreaseApi, accountId: string): Promise<Problem[]> {
  const status = await api.get(`/accounts/${accountId}`, (account) => account.get('status').text())
  if (status !== 'open') {
    return [{ problem: `The account is ${status}.`, hint: 'Name an open account as account_id.' }]
  }
  const { available } = await accountBalance(api, accountId)
  if (available > 0n) return []
  return [{ problem: 'The account holds no money, so that every purchase declines.', hint: 'Transfer money to it.' }]
}

async function entityProblems(api: IncreaseApi, entityId: string): Promise<Problem[]> {
  const status = await api.get(`/entities/${entityId}`, (entity) => entity.get('status').text())
  if (status === 'active') return []
  return [{ problem: `The entity is ${status}.`, hint: 'Name an active entity as entity_id, or none.' }]
}

async function enrolmentProblems(api: IncreaseApi, enrolment: Enrolment): Promise<Problem[]> {
  const active = (await listSubscriptions(api)).filter(({ status }) => status === 'active')
  const missing = wantedSubscriptions(enrolment).flatMap(({ url, categories }) =>
    categories
      .filter((category) => !active.some((each) => each.url === url && brings(each, category)))
      .map((category) => ({
        problem: `No active webhook of Increase sends ${category} to ${url}.`,
        hint: 'Run "cardwright processors connect" for this processor.',
      })),
  )
  return [...missing, ...otherProblems(active, enrolment)]
}

/** Webhooks of our former address, and of others that answer our questions. */
function otherProblems(active: readonly Subscription[], enrolment: Enrolment): Problem[] {
  const former = active.filter(({ url }) => isFormer(url, enrolment))
  return [
    ...former.map(({ id, url }) => ({
      problem: `The webhook ${id} of our former address ${hostOf(url)} is still active.`,
      hint: 'Run "cardwright processors connect" for this processor.',
    })),
    ...rivalsOf(active, enrolment).map(({ id, url }) => ({
      problem: `The webhook ${id} of ${hostOf(url)} is asked our questions.`,
      hint: 'Delete it in the dashboard of Increase, or run "cardwright processors connect" with --take-over.',
    })),
  ]
}

/** A subscription without categories brings everything except questions. */
function brings({ categories }: Subscription, category: string): boolean {
  return categories.includes(category) || (categories.length === 0 && !category.startsWith('real_time_decision.'))
}
