import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { folderWith } from '../folder-with.ts'
import { root, textOf } from '../repository/repository-files.ts'
import { knownVariables } from './settings.ts'

const unit = textOf('deploy/cardwright.service')
const settings = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1]!)

test('the unit starts what is there, with settings that the service reads', () => {
  const place = settings('WorkingDirectory')[0]!
  const [program, main, ...args] = settings('ExecStart')[0]!.split(' ')
  assert.ok(existsSync(program!.replace(`${place}/`, root)), String(program))
  assert.ok(existsSync(join(root, main!)), String(main))
  readConfig({}, args)
  const names = settings('Environment')[0]!
    .split(' ')
    .map((each) => each.split('=')[0]!)
  const known = knownVariables()
  assert.deepEqual(
    names.filter((name) => !known.has(name) && name !== 'NODE_ENV'),
    [],
  )
})

// Where it is missing, `npm test` says so: scripts/test-parts.ts.
if (spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0) {
  test('systemd takes the unit, and finds little of the machine exposed to it', () => {
    const installed = unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    const file = join(folderWith({ 'cardwright.service': installed }), 'cardwright.service')
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    assert.deepEqual([verified.status, verified.stdout, verified.stderr], [0, '', ''])
    // Of 10, which is a unit without any protection. The last line names the level.
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
    const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1])
    assert.ok(level < 2, judged.stdout)
  })
}
