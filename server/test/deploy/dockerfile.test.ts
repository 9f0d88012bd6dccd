// There is no container engine here. The test assembles the content of the image according to the Dockerfile and starts
// the service from it.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
import { root } from '../repository/repository-files.ts'
import { until } from '../until.ts'
import { copiedFromBuild, healthCheck, instructions, listOf } from './dockerfile.ts'
import { knownVariables } from './settings.ts'

const START_MS = 180_000

function makeImage(): string {
  const image = mkdtempSync(join(tmpdir(), 'cardwright-image-'))
  after(() => rmSync(image, { recursive: true, force: true }))
  for (const { from, to } of copiedFromBuild()) {
    const target = join(image, to)
    if (from === 'node_modules') symlinkSync(join(root, from), target)
    else
      cpSync(join(root, from), target, {
        recursive: true,
        filter: (path) => !/chains\/node_modules|\.data/.test(path),
      })
  }
  return image
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

test('the content of the image serves, is healthy and stops on a signal', async () => {
  const image = makeImage()
  const database = environmentOf(await testDatabase())
  const [program, ...entry] = listOf('ENTRYPOINT')
  assert.equal(program, 'node')
  const env = { PATH: process.env.PATH, ...database, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [...entry, ...listOf('CMD')], { cwd: image, env })
  after(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const address = () => /"url":"http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
  await until('the service listens', () => address() !== undefined || child.exitCode !== null, START_MS)
  assert.ok(address(), said)
  const headers = { accept: 'text/html', connection: 'close' }
  for (const path of ['/readyz', '/docs', '/docs/guides/webhooks', '/openapi.json', '/sign-in']) {
    const response = await fetch(`http://127.0.0.1:${address()}${path}`, { headers })
    assert.equal(response.status, 200, path)
    await response.arrayBuffer() // an unread body would keep its connection open
  }

  const [check, ...args] = healthCheck()
  assert.equal(check, 'node')
  const healthy = (port: string) => ended(spawn(process.execPath, args, { env: { PORT: port }, stdio: 'ignore' }))
  assert.equal(await healthy(address()!), 0)

  const operator = spawn(process.execPath, ['cli/bin/cardwright.js', 'keys', 'list'], { cwd: image, env })
  assert.equal(await ended(operator), 0)

  child.kill(instructions('STOPSIGNAL').at(-1) as NodeJS.Signals)
  assert.equal(await ended(child), 0, said)
  assert.equal(await healthy(address()!), 1)
})

test('the image runs as an unprivileged user, and the service reads every variable that it sets', () => {
  assert.deepEqual(instructions('USER'), ['cardwright'])
  const names = [
    ...instructions('ENV')
      .at(-1)!
      .matchAll(/(\w+)=/g),
  ].map((match) => match[1]!)
  const known = knownVariables()
  assert.deepEqual(
    names.filter((name) => !known.has(name) && name !== 'PATH' && name !== 'NODE_ENV'),
    [],
  )
})
