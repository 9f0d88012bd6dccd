// Only these tests use the packages of the chain nodes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../repository/repository-files.ts'

type Lock = { packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }> }

const lockOf = (folder: string) => (JSON.parse(textOf(`${folder}package-lock.json`)) as Lock).packages
const nodes = lockOf('server/test/chains/')

test('the lock file of the chain nodes contains no registry hosts', () => {
  const hosts = Object.entries(nodes).filter(([, each]) => each.resolved !== undefined)
  assert.deepEqual(hosts, [])
})

test('the lock file of the chain nodes has the native packages for x64 and arm64', () => {
  const missing = Object.entries(nodes).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => /linux-(x64|arm64)(-gnu)?$/.test(name))
      .filter((name) => !Object.keys(nodes).some((place) => place.endsWith(`node_modules/${name}`)))
      .map((name) => `${path} needs ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('`npm ci` in the repository installs no package of the chain nodes', () => {
  const { dependencies } = JSON.parse(textOf('server/test/chains/package.json')) as { dependencies: object }
  const found = Object.keys(dependencies).filter((name) => `node_modules/${name}` in lockOf(''))
  assert.deepEqual(found, [])
})
