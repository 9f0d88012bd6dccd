import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, textOf } from '../repository/repository-files.ts'

const guide = textOf('docs/guides/decision-hook.md')
const languages: Record<string, string> = { go: 'go', mjs: 'js', py: 'python' }

test('the decision hook guide contains the tested example programs word for word', () => {
  const examples = filesIn('docs/guides/examples/decision-hook', /\.(mjs|py|go)$/)
  assert.deepEqual(
    examples.map((path) => path.split('.').at(-1)!),
    Object.keys(languages),
  )
  for (const path of examples) {
    const language = languages[path.split('.').at(-1)!]
    assert.ok(
      guide.includes(`\n\`\`\`${language}\n${textOf(path)}\`\`\`\n`),
      `${path} must be in the guide word for word`,
    )
  }
})
