import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { cases, folder, shellEnv } from './completion-fixture.ts'

test('fish completes commands, options, their values and files', async () => {
  const fish = (line: string) =>
    execFileSync('fish', ['-c', `source (cardwright completion fish | psub); complete -C '${line}'`], {
      cwd: folder,
      env: shellEnv,
      encoding: 'utf8',
    })
  for (const [begun, ...offered] of cases)
    assert.deepEqual(fish(`cardwright ${begun}`).trim().split('\n'), offered, begun)
  assert.equal(fish('cardwright restore backup-of').trim(), 'backup-of-today.gz')
})
