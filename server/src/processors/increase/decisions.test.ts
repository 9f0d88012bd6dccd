// The loop of a real-time decision: a thin question, its object, our verdict, and the call that answers it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Increase from 'increase'
import type { RealTimeDecisionActionParams } from 'increase/resources/real-time-decisions.js'
import { approve, openWithCallbacks } from '../../../test/processors/increase-callbacks.ts'
import { openIncreaseWorld } from '../../../test/processors/increase-world.ts'
import { declineReasons } from '../../ledger/decline-reasons.ts'
import { ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { Question, Verdict } from '../question.ts'
import { answerQuestion } from './answers.ts'

const SHOP = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US' }
const USD = { amount: 2_500, currency: 'USD', estimated: null }
const declined: Verdict = { approved: false, reason: 'insufficient_funds', balance: undefined }

let decide: (question: Question) => Verdict = approve
const { world, increase, questions, others } = await openWithCallbacks(7, (question) => decide(question))
after(() => world.close())
const card = world.bank.addCard('card_1', null, 'key-1')

function payment() {
  return world.bank.openPayment(card.id, SHOP)
}

test('an authorization is asked, approved and held', async () => {
  const paid = payment()
  const decision = await world.lives.authorize(paid, { amount: 2_500, isPartialPossible: true })
  assert.equal(decision.status, 'responded')
  assert.equal(decision.card_authorization!.decision, 'approve')
  assert.equal(paid.held, 2_500)
  assert.deepEqual(questions.at(-1), {
    kind: 'authorize',
    id: decision.id,
    authorizationRef: paid.object.id,
    cardRef: card.id,
    amount: 2_500n,
    amountIs: 'extra',
    partial: true,
    merchant: { ...SHOP, id: '566527001100016', city: 'New York' },
    network: { transactionId: '627199945183184', authCode: 'A1B2C3' },
    cvvMatches: true,
    isIncrement: false,
    askedAt: new Date(decision.created_at),
    patienceMs: 2_000,
    answerBy: new Date(decision.timeout_at),
  })
})

test('an increment asks for more under the same payment', async () => {
  const paid = payment()
  await world.lives.authorize(paid, { amount: 2_500, isPartialPossible: false })
  await world.lives.authorize(paid, { amount: 500, isPartialPossible: false, incremented: paid.approved!.id })
  const [first, second] = questions.slice(-2)
  assert.equal(first!.authorizationRef, second!.authorizationRef)
  assert.notEqual(first!.id, second!.id)
  assert.deepEqual([second!.amount, second!.amountIs, paid.held], [500n, 'extra', 3_000])
})

test('less than all is approved where the terminal can take it', async () => {
  decide = (question) => ({ ...approve(question), amount: 1_000n }) as Verdict
  const paid = payment()
  await world.lives.authorize(paid, { amount: 2_500, isPartialPossible: true })
  assert.equal(paid.held, 1_000)
  decide = approve
})

test('a decline tells the network why, in one of their words', async () => {
  const words: Record<string, string> = {}
  for (const reason of Object.keys(declineReasons) as (keyof typeof declineReasons)[]) {
    decide = () => ({ approved: false, reason, balance: undefined })
    const paid = payment()
    const decision = await world.lives.authorize(paid, { amount: 2_500, isPartialPossible: false })
    words[reason] = decision.card_authorization!.decline!.reason
    assert.equal(paid.held, 0)
  }
  decide = approve
  assert.equal(words.insufficient_funds, 'insufficient_funds')
  assert.equal(words.spending_limit_exceeded, 'exceeds_approval_limit')
  assert.equal(words.transaction_limit_exceeded, 'exceeds_approval_limit')
  assert.equal(words.category_not_allowed, 'transaction_never_allowed')
  assert.equal(words.card_frozen, 'card_temporarily_disabled')
  assert.equal(words.card_terminated, 'transaction_never_allowed')
  assert.equal(words.authentication_failed, 'suspected_fraud')
})

test('no money is asked for: a card that is tried out, and a refund that is announced', async () => {
  await world.lives.authorize(payment(), { amount: 0, isPartialPossible: false })
  assert.deepEqual([questions.at(-1)!.kind, questions.at(-1)!.amount], ['verify', 0n])
  await world.lives.authorize(payment(), { amount: 900, isPartialPossible: false, direction: 'refund' })
  assert.deepEqual([questions.at(-1)!.kind, questions.at(-1)!.amount], ['verify', 0n])
})

test('a foreign amount comes with its rate', async () => {
  const presentment = { amount: 1_000, currency: 'EUR' }
  await world.lives.authorize(payment(), { amount: 1_085, presentment, isPartialPossible: false })
  assert.deepEqual(questions.at(-1)!.foreign, { amount: 1_000n, currency: 'EUR', rate: '1.085' })
})

test('a balance is told', async () => {
  const decision = await world.lives.askForBalance(card.id, SHOP)
  assert.deepEqual(decision.card_balance_inquiry!.approval, { balance: 7_500 })
  assert.equal(questions.at(-1)!.kind, 'balance')
  decide = () => declined
  assert.equal((await world.lives.askForBalance(card.id, SHOP)).card_balance_inquiry!.decision, 'decline')
  decide = approve
})

test('3-D Secure: approved, denied, or challenged where that is wished or needed', async () => {
  const decisionOf = async (wish: 'no_preference' | 'challenge_requested_mandate') =>
    (await world.lives.authenticate(card.id, SHOP, USD, wish)).card_authentication!.decision
  assert.equal(await decisionOf('no_preference'), 'approve')
  assert.deepEqual([questions.at(-1)!.kind, questions.at(-1)!.amount], ['authenticate', 2_500n])
  assert.equal(questions.at(-1)!.wantsChallenge, false)
  assert.equal(await decisionOf('challenge_requested_mandate'), 'challenge')
  assert.equal(questions.at(-1)!.wantsChallenge, true)
  decide = () => ({ approved: false, reason: 'authentication_required', balance: undefined })
  assert.equal(await decisionOf('no_preference'), 'challenge')
  decide = () => ({ approved: false, reason: 'card_frozen', balance: undefined })
  assert.equal(await decisionOf('challenge_requested_mandate'), 'deny')
  decide = approve
})

test('the amount of an authentication is in USD, or not known', async () => {
  const amounts = []
  for (const purchase of [
    { amount: 1_000, currency: 'EUR', estimated: 1_085 },
    { amount: 1_000, currency: 'EUR', estimated: null },
  ]) {
    await world.lives.authenticate(card.id, SHOP, purchase, null)
    amounts.push(questions.at(-1)!.amount)
  }
  assert.deepEqual(amounts, [1_085n, 0n])
})

test('a passcode is given to us with the merchant and the amount of the payment', async () => {
  const before = Date.now()
  const decision = await world.lives.challenge(card.id, SHOP, USD, '482913')
  const inbound = others.at(-1)!
  assert.equal(inbound.type, 'challenge')
  const { challenge } = inbound as Extract<typeof inbound, { type: 'challenge' }>
  const { expiresAt, ...rest } = challenge
  assert.deepEqual(rest, {
    ref: decision.id,
    cardRef: card.id,
    merchant: SHOP.name,
    amount: 2_500n,
    passcode: '482913',
  })
  assert.ok(expiresAt.getTime() >= before + 600_000 - 1)
})

test('whether the passcode reached its holder is told', async () => {
  for (const [answer, result] of [
    ['approve', 'success'],
    ['decline', 'failure'],
  ] as const) {
    const { world: other, increase: callback, others: came } = await openWithCallbacks(8, approve)
    try {
      const holder = other.bank.addCard('card_2', null, 'key-2')
      const decision = await other.lives.challenge(holder.id, SHOP, USD, '111111')
      decision.status = 'pending'
      const { challenge } = came[0] as Extract<(typeof came)[0], { type: 'challenge' }>
      await callback.answerChallenge(challenge, answer)
      assert.equal(decision.card_authentication_challenge!.result, result)
      await callback.answerChallenge(challenge, answer)
    } finally {
      await other.close()
    }
  }
})

test('a passcode comes also where its payment cannot be read', async () => {
  const decision = await world.lives.challenge(card.id, SHOP, USD, '222222')
  decision.status = 'pending'
  world.bank.payments.delete(decision.card_authentication_challenge!.card_payment_id)
  const [inbound] = await increase.fetch(`real_time_decision:${decision.id}`)
  assert.equal(inbound!.type, 'challenge')
  const { challenge } = inbound as Extract<typeof inbound, { type: 'challenge' }>
  assert.deepEqual([challenge!.merchant, challenge!.amount, challenge!.passcode], ['Unknown merchant', 0n, '222222'])
})

test('the same answer given twice has one effect, and another answer none', async () => {
  const decision = await world.lives.authorize(payment(), { amount: 2_500, isPartialPossible: false })
  const question = questions.at(-1)!
  await increase.deliver(question, answerQuestion(question, approve(question)))
  assert.equal(decision.card_authorization!.decision, 'approve')
  await assert.rejects(increase.deliver(question, answerQuestion(question, declined)), ProcessorSilent)
  assert.equal(decision.card_authorization!.decision, 'approve')
})

test('an answer that comes too late is refused, and an old question is not asked again', async () => {
  decide = () => {
    throw new Error('no verdict in time')
  }
  const decision = await world.lives.authorize(payment(), { amount: 2_500, isPartialPossible: false })
  decide = approve
  const question = questions.at(-1)!
  assert.equal(question.id, decision.id)
  await assert.rejects(increase.deliver(question, answerQuestion(question, approve(question))), {
    constructor: ProcessorRefused,
    message: 'The Real-Time Decision is timed_out.',
  })
  assert.deepEqual(await increase.fetch(`real_time_decision:${decision.id}`), [
    { type: 'ignored', what: 'real_time_decision timed_out' },
  ])
})

test('without an answer the purchase is declined there, and says so', async () => {
  const silent = await openIncreaseWorld({
    seed: 3,
    clock: () => new Date(),
    ask: async () => Promise.reject(new Error()),
  })
  try {
    const held = silent.bank.addCard('card_3', null, 'key-3')
    const life = { amount: 900n, merchant: SHOP, begins: 'asked', steps: [] } as const
    await silent.live(held.id, life)
    const [message] = silent.take()
    const { payment: object } = silent.snapshotOf(message!)
    assert.equal(object.elements[0]!.card_decline!.reason, 'webhook_timed_out')
    assert.deepEqual(silent.books(held.id), { held: 0n, taken: 0n })
  } finally {
    await silent.close()
  }
})

test('the official library drives the same loop, and its types hold our answers', async () => {
  const other = await openIncreaseWorld({ seed: 4, clock: () => new Date(), ask })
  const client = new Increase({ apiKey: other.apiKey, baseURL: other.baseUrl, webhookSecret: other.signingSecret })
  const verdicts: Verdict[] = [
    { approved: true, amount: 1_000n, balance: { available: 5n, total: 5n } },
    { approved: true, amount: 400n, balance: { available: 5n, total: 5n } },
    declined,
  ]
  async function ask({ headers, body }: { headers: Record<string, string>; body: string }) {
    const event = client.events.unwrap(body, { headers })
    const decision = await client.realTimeDecisions.retrieve(event.associated_object_id)
    const question = { ...questions[0]!, kind: 'authorize', amount: 1_000n } as Question
    const action: RealTimeDecisionActionParams = JSON.parse(answerQuestion(question, verdicts.shift()!).text)
    await client.realTimeDecisions.action(decision.id, action, { idempotencyKey: decision.id })
    return { status: 200, headers: {}, body: '' }
  }
  try {
    const made = await client.cards.create({ account_id: other.bank.accountId, description: 'card_4' })
    const outcomes = []
    for (const isPartialPossible of [false, true, false]) {
      const paid = other.bank.openPayment(made.id, SHOP)
      const decision = await other.lives.authorize(paid, { amount: 1_000, isPartialPossible })
      const retrieved = await client.cardPayments.retrieve(paid.object.id)
      outcomes.push([decision.status, paid.held, retrieved.elements[0]!.category])
    }
    assert.deepEqual(outcomes, [
      ['responded', 1_000, 'card_authorization'],
      ['responded', 400, 'card_authorization'],
      ['responded', 0, 'card_decline'],
    ])
    const frozen = await client.cards.update(made.id, { status: 'disabled' })
    assert.equal(frozen.status, 'disabled')
    assert.equal((await client.cards.details(made.id)).verification_code, '123')
  } finally {
    await other.close()
  }
})
