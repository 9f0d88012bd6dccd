import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { succeeds } from './cli-fixture.ts'
import { cases, env, folder, shellEnv } from './completion-fixture.ts'

test('bash completes commands, options and their values', async () => {
  const file = join(folder, 'completion.bash')
  writeFileSync(file, await succeeds(['completion', 'bash'], env))
  const ask = `. ${file}; COMP_WORDS=(cardwright "$@"); COMP_CWORD=$#; _cardwright; printf '%s\\n' "\${COMPREPLY[@]}"`
  for (const [begun, ...offered] of cases) {
    const said = execFileSync('bash', ['-c', ask, '-', ...begun.split(' ')], { env: shellEnv, encoding: 'utf8' })
    assert.deepEqual(said.trim().split('\n'), offered, begun)
  }
})
