import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approve, type Opened, openWithCallbacks } from '../../../test/processors/increase-callbacks.ts'
import { AnsweredElsewhere, ProcessorSilent } from '../processor.ts'
import { questionCategories, updateCategories } from './read-event.ts'

const SHOP = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US' }
const ADDRESSES = {
  decisions: 'https://cards.example/processors/increase-main/decisions',
  events: 'https://cards.example/processors/increase-main/events',
}

async function withWorld(run: (opened: Opened, secrets: string[]) => Promise<void>): Promise<void> {
  const secrets: string[] = []
  const opened = await openWithCallbacks(21, approve, { secrets })
  try {
    await run(opened, secrets)
  } finally {
    await opened.world.close()
  }
}

function active({ world }: Opened) {
  return world.bank.subscriptions
    .filter(({ object }) => object.status === 'active')
    .map(({ object, secret }) => ({
      url: object.url,
      categories: object.selected_event_categories!.map(({ event_category }) => event_category as string),
      secret,
    }))
}

test('connect enrols one webhook for updates and one for each kind of question, with a secret of ours', async () => {
  await withWorld(async (opened, secrets) => {
    const { world, increase, questions } = opened
    assert.ok((await increase.check(ADDRESSES)).length > 0)
    secrets.push(...(await increase.connect(ADDRESSES)).secrets)
    const enrolled = active(opened)
    assert.deepEqual(
      enrolled.map(({ url, categories }) => ({ url, categories })),
      [
        { url: ADDRESSES.events, categories: [...updateCategories] },
        ...questionCategories.map((category) => ({ url: ADDRESSES.decisions, categories: [category] })),
      ],
    )
    assert.deepEqual([...new Set(enrolled.map(({ secret }) => secret))], secrets)
    assert.deepEqual(await increase.check(ADDRESSES), [])

    const card = world.bank.addCard('card_1', null, 'key')
    await world.live(card.id, { amount: 900n, merchant: SHOP, begins: 'asked', steps: [] })
    assert.equal(questions.length, 1, 'a question signed by the new secret is answered')
    assert.equal(world.books(card.id).held, 900n)
  })
})

test('connect again changes the secret and leaves nothing of the old', async () => {
  await withWorld(async (opened) => {
    const { increase } = opened
    const [first] = (await increase.connect(ADDRESSES)).secrets
    const moved = {
      decisions: ADDRESSES.decisions.replace('cards.example', 'new.example'),
      events: ADDRESSES.events.replace('cards.example', 'new.example'),
    }
    const former = [ADDRESSES.decisions, ADDRESSES.events]
    const problems = (await increase.check({ ...moved, former })).map(({ problem }) => problem)
    assert.equal(
      problems.filter((problem) => /of our former address cards\.example is still active/.test(problem)).length,
      1 + questionCategories.length,
    )
    const connected = await increase.connect({ ...moved, former })
    const [second] = connected.secrets
    assert.notEqual(first, second)
    assert.deepEqual(connected.notes, ['The webhooks of our former address cards.example are removed.'])
    const enrolled = active(opened)
    assert.equal(enrolled.length, 1 + questionCategories.length)
    assert.ok(enrolled.every(({ url, secret }) => url.includes('new.example') && secret === second))
  })
})

test('what fails before the change leaves the old webhooks at work', async () => {
  await withWorld(async (opened) => {
    const { world, increase } = opened
    const { secrets } = await increase.connect(ADDRESSES)
    // The list, then two of the five that are made.
    world.faults.push(...([undefined, undefined, 'fail'] as never[]))
    await assert.rejects(increase.connect(ADDRESSES), ProcessorSilent)
    const enrolled = active(opened)
    assert.equal(enrolled.length, 1 + questionCategories.length)
    assert.deepEqual([...new Set(enrolled.map(({ secret }) => secret))], secrets)
    await increase.connect(ADDRESSES)
    assert.equal(active(opened).length, 1 + questionCategories.length)
  })
})

test('somebody else who answers the questions is not pushed aside', async () => {
  await withWorld(async (opened) => {
    const { world, increase } = opened
    const rival = { ...ADDRESSES, decisions: 'https://rival.example/webhooks/secret' }
    await increase.connect(rival)
    await assert.rejects(increase.connect(ADDRESSES), (error) => {
      assert.ok(error instanceof AnsweredElsewhere)
      assert.match(error.message, /rival\.example/)
      assert.doesNotMatch(error.message, /webhooks\/secret/, 'a path may hold a secret')
      return true
    })
    assert.equal(active(opened).filter(({ url }) => url === rival.decisions).length, questionCategories.length)
    assert.equal(world.calls.filter((call) => call === 'POST /event_subscriptions').length, 5)
    const problems = (await increase.check(ADDRESSES)).map(({ problem }) => problem)
    assert.ok(problems.some((problem) => / of rival\.example is asked our questions\.$/.test(problem)))
    const { notes } = await increase.connect({ ...ADDRESSES, takeOver: true })
    assert.deepEqual(notes, ['The webhooks of rival.example for questions are disabled.'])
    assert.ok(active(opened).every(({ url }) => url === ADDRESSES.decisions || url === ADDRESSES.events))
  })
})

test('check says what is missing, in sentences', async () => {
  await withWorld(async ({ world, increase }, secrets) => {
    const problems = async () => (await increase.check(ADDRESSES)).map(({ problem }) => problem)
    const found = await problems()
    assert.match(found[0]!, /No secret is known/)
    assert.equal(found.filter((problem) => problem.includes('No active webhook')).length, 7)
    secrets.push('known')
    world.faults.push('refuse')
    assert.match((await problems())[0]!, /^The account cannot be read: The simulated processor was told to refuse/)
    world.faults.push('limit')
    assert.match((await problems())[0]!, /^The account cannot be read: GET \/accounts/)
    assert.deepEqual(await increase.check(undefined), [])
  })
  const wrong = await openWithCallbacks(22, approve, {
    options: { account_id: 'account_other', entity_id: 'entity_other' },
  })
  try {
    const found = await wrong.increase.check(undefined)
    assert.match(found[0]!.problem, /Could not find the specified object/)
    assert.match(found[1]!.problem, /^The entity cannot be read/)
  } finally {
    await wrong.world.close()
  }
})
