import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { sourceFiles, textOf } from './repository-files.ts'

const service = await startTestService({}, { worker: true })

/** The names as the source files contain them, because some metrics exist only with certain settings. */
const made = new Set(sourceFiles().flatMap((path) => textOf(path).match(/(?<=')cardwright_[a-z_]+(?=',)/g) ?? []))
const guide = textOf('docs/operating/monitoring.md')
const named = new Set(
  (guide.match(/\b(cardwright|nodejs|process)_[a-z0-9_]+\b/g) ?? [])
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !name.endsWith('_')),
)

async function shown(): Promise<Set<string>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1]!))
}

test('the guide names every metric of the service', async () => {
  const own = [...(await shown())].filter((name) => name.startsWith('cardwright_'))
  assert.ok(own.length > 10, `${own.length} metrics`)
  assert.deepEqual(
    own.filter((name) => !made.has(name)),
    [],
    'these metrics were not found in the source files',
  )
  assert.deepEqual(
    [...made].filter((name) => !guide.includes(`| \`${name}\``)),
    [],
  )
})

test('every metric that the guide names exists', async () => {
  const there = new Set([...(await shown()), ...made])
  assert.deepEqual(
    [...named].filter((name) => !there.has(name)),
    [],
  )
})
