// The guides share one vocabulary: a reader sets the address and the key once, under the same names on every page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, textOf } from '../repository/repository-files.ts'
import { commandsOf } from './guide-page.ts'

const pages = filesIn('docs/guides', /\.md$/).filter((path) => !path.includes('/examples/'))
const FIRST_LINE = /^export CARDWRIGHT_URL=https?:\S+ CARDWRIGHT_KEY=sk_test_…$/
/** The variables that the program `cardwright` and the libraries read. */
const FOR_PROGRAMS =
  'export PATH="$PWD/node_modules/.bin:$PATH" CARDWRIGHT_BASE_URL=$CARDWRIGHT_URL/v1 CARDWRIGHT_API_KEY=$CARDWRIGHT_KEY'

test('a guide that calls the service sets its address and its key in its first lines', () => {
  const calling = pages.filter((page) => /\$CARDWRIGHT_(URL|KEY)\b/.test(textOf(page)))
  assert.ok(calling.length >= 12, `only ${calling.length} pages call the service: ${calling.join(', ')}`)
  for (const page of calling) {
    const [first, ...rest] = commandsOf(page).filter((command) => command !== 'npm ci && npm start')
    assert.match(first!, FIRST_LINE, page)
    const again = rest.filter((command) => /CARDWRIGHT_(URL|KEY)=/.test(command))
    assert.deepEqual(
      again.filter((command) => command !== FOR_PROGRAMS),
      [],
      page,
    )
  }
})

test('no guide has another name for the address or the key', () => {
  const others = /\$(API|KEY|URL|BASE_URL|CARDWRIGHT)\b|\$CARDWRIGHT_(BASE_URL|API_KEY)\b/
  const faults = pages.flatMap((page) =>
    commandsOf(page)
      .filter((command) => command !== FOR_PROGRAMS && others.test(command))
      .map((command) => `${page}: ${command}`),
  )
  assert.deepEqual(faults, [])
})

test('every guide calls the program as cardwright', () => {
  const faults = pages.filter((page) => commandsOf(page).some((command) => /npm run cardwright|main\.ts/.test(command)))
  assert.deepEqual(faults, [])
})

test('every guide names the idempotency header X-Idempotency-Key', () => {
  const faults = pages.filter((page) => commandsOf(page).some((command) => /-H ['"]Idempotency-Key/i.test(command)))
  assert.deepEqual(faults, [])
})
