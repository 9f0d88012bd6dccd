// Describes in sentences what keeps an account at Increase from its first purchase.

import { type Addresses, type Problem, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { IncreaseApi } from './api.ts'
import { listSubscriptions, type Subscription, wantedSubscriptions } from './connect.ts'
import { accountBalance } from './news.ts'

export type Checked = { api: IncreaseApi; accountId: string; entityId: string | undefined; hasSecret: boolean }

export async function findProblems(checked: Checked, addresses: Addresses | undefined): Promise<Problem[]> {
  const { api, accountId, entityId, hasSecret } = checked
  const problems = [
    ...(await inWords('The account cannot be read', () => accountProblems(api, accountId))),
    ...(entityId === undefined ? [] : await inWords('The entity cannot be read', () => entityProblems(api, entityId))),
    ...(hasSecret ? [] : [NO_SECRET]),
  ]
  if (!addresses) return problems
  const enrolled = await inWords('The webhooks cannot be read', () => enrolmentProblems(api, addresses))
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

async function enrolmentProblems(api: IncreaseApi, addresses: Addresses): Promise<Problem[]> {
  const active = (await listSubscriptions(api)).filter(({ status }) => status === 'active')
  return wantedSubscriptions(addresses).flatMap(({ url, categories }) =>
    categories
      .filter((category) => !active.some((each) => each.url === url && brings(each, category)))
      .map((category) => ({
        problem: `No active webhook of Increase sends ${category} to ${url}.`,
        hint: 'Run "cardwright processors connect" for this processor.',
      })),
  )
}

/** A subscription without categories brings everything except questions. */
function brings({ categories }: Subscription, category: string): boolean {
  return categories.includes(category) || (categories.length === 0 && !category.startsWith('real_time_decision.'))
}
