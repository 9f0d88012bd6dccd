import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pay } from '../../../cli/src/pay/pay.ts'
import { EXIT_CODES } from '../../../cli/src/pay/pay-failure.ts'
import { filesIn, textOf } from '../repository/repository-files.ts'

const guide = textOf('docs/guides/agents.md')
const languages: Record<string, string> = { mjs: 'js', py: 'python' }

test('the agent guide contains the tested example programs word for word', () => {
  const examples = filesIn('docs/guides/examples/agent', /\.(mjs|py)$/)
  assert.equal(examples.length, 4)
  for (const path of examples) {
    const language = languages[path.split('.').at(-1)!]
    assert.ok(
      guide.includes(`\n\`\`\`${language}\n${textOf(path)}\`\`\`\n`),
      `${path} must be in the guide word for word`,
    )
  }
})

test('the agent guide and the help name every option and every exit code of the checkout helper', () => {
  for (const option of Object.keys(pay.options!))
    assert.ok(guide.includes(`\`--${option}`), `the guide does not name --${option}`)
  for (const code of [0, 1, 2, ...Object.values(EXIT_CODES)]) {
    assert.match(guide, new RegExp(`^\\| ${code} \\| `, 'm'))
    assert.match(pay.notes!, new RegExp(`\\b${code} `))
  }
})
