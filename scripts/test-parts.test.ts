import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingParts, preparationsFor } from './test-parts.ts'

const redisTest = 'server/src/http/rate-limits/redis-outage.test.ts'

test('a part is missed only where a test needs it', () => {
  assert.deepEqual(
    missingParts([redisTest], () => false),
    ['redis-server'],
  )
  assert.deepEqual(
    missingParts([`./${redisTest}`], (command) => command === 'redis-server'),
    [],
  )
  assert.deepEqual(
    missingParts(['server/src/ledger/record.test.ts'], () => false),
    [],
  )
})

test('the examples of a guide need their languages', () => {
  const examples = ['go', 'node', 'python'].map((name) => `server/test/webhook-guide/${name}-receiver.test.ts`)
  assert.deepEqual(
    missingParts(examples, () => false),
    ['Go', 'Python'],
  )
})

test('the contract of the client libraries needs all their languages', () => {
  assert.deepEqual(
    missingParts(['sdks/contract/contract.test.ts'], () => false),
    ['Go', 'Python'],
  )
})

test('completion needs the shells that not every machine has', () => {
  assert.deepEqual(
    missingParts(['cli/test/completion.test.ts'], (command) => command === 'fish'),
    ['zsh'],
  )
})

test('a language is prepared where tests need it and it is there', () => {
  const names = (file: string, isThere: boolean) => preparationsFor([file], () => isThere).map(({ name }) => name)
  assert.deepEqual(names('sdks/contract/faults.test.ts', true), ['Python environment'])
  assert.deepEqual(names('sdks/contract/faults.test.ts', false), [])
  assert.deepEqual(names('sdks/node/test/client.test.ts', true), [])
  assert.deepEqual(names('cli/test/package.test.ts', true), ['build of sdks/node', 'build of cli'])
})

test('any of the names a program goes by will do', () => {
  assert.deepEqual(
    missingParts(['dashboard/x.test.ts'], (command) => command === 'google-chrome'),
    [],
  )
})

test('the chain nodes are missed until they are installed', () => {
  const files = ['server/test/chains/bitcoin-reader.test.ts']
  const [missing] = missingParts(files, () => false)
  assert.match(missing!, /npm run chains:install/)
  assert.deepEqual(
    missingParts(files, (command) => command === 'server/test/chains/node_modules/.package-lock.json'),
    [],
  )
})
