import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { root, textOf } from '../repository/repository-files.ts'
import { knownVariables } from './settings.ts'

const unit = textOf('deploy/cardwright.service')
const settings = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1]!)

test('the systemd unit starts an existing program, and the service reads every variable that it sets', () => {
  const place = settings('WorkingDirectory')[0]!
  const [program, main, ...args] = settings('ExecStart')[0]!.split(' ')
  assert.ok(existsSync(program!.replace(`${place}/`, root)), `${program} does not exist`)
  assert.ok(existsSync(join(root, main!)), `${main} does not exist`)
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
