// Increase (increase.com): Visa cards on accounts of a partner bank. Its messages are thin, its questions are answered by a
// call of ours, and it gives us the passcodes of 3-D Secure.

import type { ProcessorSettings } from '../../config/processor-config.ts'
import type { Inbound } from '../inbound.ts'
import type { Processor, ProcessorAnswer } from '../processor.ts'
import type { Question } from '../question.ts'
import { answerQuestion, challengeAction } from './answers.ts'
import { IncreaseApi } from './api.ts'
import { findCard, issueCard, observeCard, revealCard, setCardState } from './cards.ts'
import { findProblems } from './check.ts'
import { enrol } from './connect.ts'
import { fetchAuthorization, fetchObject } from './fetch-object.ts'
import { readMessage } from './read-event.ts'
import { checkedId } from './references.ts'
import { verifySignature } from './signature.ts'
import { accountBalance, cursorAt, dayTotals, updatesSince } from './updates.ts'

export function openIncrease(settings: ProcessorSettings): Processor {
  const api = new IncreaseApi(settings)
  const { account_id: account } = settings.options
  if (account === undefined) throw new Error(`processor ${settings.name}: account_id is missing`)
  const accountId = checkedId(account)
  const entityId = settings.options.entity_id === undefined ? undefined : checkedId(settings.options.entity_id)
  return {
    name: settings.name,
    kind: 'increase',
    environment: settings.environment,
    abilities: { reveal: 'api', passcode: 'given', answersBy: 'call' },
    answerHeaders: {},

    verify: (headers, body, now) => verifySignature(headers, body, settings.signingSecrets(), now),
    read: readMessage,
    authorization: (reference) => fetchAuthorization(api, accountId, reference),
    fetch: (reference): Promise<Inbound[]> => fetchObject(api, accountId, reference),
    answer: answerQuestion,
    deliver: (question, answer) => deliverAnswer(api, question, answer),
    answerChallenge: async ({ ref }, answer) => {
      await act(api, ref, challengeAction(answer), `${ref}-${answer}`)
    },

    // Increase verifies card holders itself, which we cannot do by a call, so one holder stands for all accounts.
    createHolder: async () => entityId ?? accountId,
    findHolder: async () => entityId ?? accountId,
    issue: (card) => issueCard(api, { accountId, entityId }, card),
    find: (cardId) => findCard(api, cardId),
    observe: (externalId) => observeCard(api, externalId),
    setState: (externalId, state, key) => setCardState(api, externalId, state, key),
    reveal: (externalId) => revealCard(api, externalId),

    since: (cursor) => updatesSince(api, cursor),
    cursorAt,
    totals: (day) => dayTotals(api, accountId, day),
    balance: () => accountBalance(api, accountId),

    connect: (enrolment) => enrol(api, enrolment),
    check: (enrolment) =>
      findProblems({ api, accountId, entityId, hasSecret: settings.signingSecrets().length > 0 }, enrolment),
    openRequirements: async () => [],
  }
}

/** The question's id is the key, so repeating the answer has no second effect. */
async function deliverAnswer(api: IncreaseApi, question: Question, answer: ProcessorAnswer): Promise<void> {
  await act(api, question.id, JSON.parse(answer.text), question.id, question.patienceMs)
}

async function act(api: IncreaseApi, decisionId: string, json: object, key: string, timeoutMs?: number): Promise<void> {
  const path = `/real_time_decisions/${checkedId(decisionId)}/action`
  const call = { method: 'POST', path, json, key, ...(timeoutMs !== undefined && { timeoutMs }) } as const
  await api.send(call, () => undefined)
}
