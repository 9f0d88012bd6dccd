// The rules and the decision hook of a busy sandbox.

type Call = (path: string, body?: unknown) => Promise<{ id: string }>

const condition = (attribute: string, op: string, value: unknown) => ({ attribute, op, value })

/** Creates three rules, one in each state. Returns the id of the shadow rule, which matches many payments. */
export async function makeRules(post: Call): Promise<string> {
  const { id } = await post('/rules', {
    name: 'Many payments in a day',
    action: 'decline',
    when: [condition('card_count_24h', 'at_least', 1), condition('amount', 'above', 10)],
  })
  await post('/rules', {
    name: 'No large office orders',
    action: 'decline',
    state: 'active',
    when: [condition('merchant_name', 'contains', 'staples'), condition('amount', 'above', 30)],
  })
  await post('/rules', {
    name: 'New merchants abroad',
    action: 'challenge',
    state: 'off',
    when: [condition('is_new_merchant', 'is', true), condition('country', 'not_in', ['US', 'IE', 'DE'])],
  })
  return id
}

export async function runBacktest(post: Call, ruleId: string, now: Date): Promise<void> {
  const from = new Date(now.getTime() - 20 * 86_400_000)
  await post(`/rules/${ruleId}/backtests`, { from: from.toISOString(), to: now.toISOString() })
}

/** If the receiver does not answer, the fallback approves. */
export function hookAt(receiver: string) {
  return { url: new URL('/decide', receiver).href, on_timeout: 'approve' }
}
