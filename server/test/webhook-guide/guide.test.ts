import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames } from '../../src/events/event-types.ts'
import { filesIn, textOf } from '../repository/repository-files.ts'

const guide = textOf('docs/guides/webhooks.md')
const languages: Record<string, string> = { mjs: 'js', py: 'python', go: 'go' }

test('the code in the guide is identical to the code that is tested', () => {
  const examples = filesIn('docs/guides/examples/webhooks', /\.(mjs|py|go)$/)
  assert.deepEqual(
    examples.map((path) => path.split('.').at(-1)!),
    ['go', 'mjs', 'py'],
  )
  for (const path of examples) {
    const language = languages[path.split('.').at(-1)!]
    assert.ok(
      guide.includes(`\n\`\`\`${language}\n${textOf(path)}\`\`\`\n`),
      `${path} is not in the guide word for word`,
    )
  }
})

test('the guide names every event type', () => {
  assert.deepEqual(
    eventTypeNames.filter((name) => !guide.includes(`\`${name}\``)),
    [],
  )
})
