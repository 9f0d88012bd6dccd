import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { textOf } from '../repository/repository-files.ts'

test('systemd accepts the unit and rates its exposure level below 2', () => {
  const installed = textOf('deploy/cardwright.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
  const file = join(folderWith({ 'cardwright.service': installed }), 'cardwright.service')
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  assert.deepEqual([verified.status, verified.stdout, verified.stderr], [0, '', ''])
  // The level of a unit without any protection is 10. The last line of the output has the level.
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
  const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(rated.stdout)?.[1])
  assert.ok(level < 2, rated.stdout)
})
