// `processors connect` after CARDWRIGHT_PUBLIC_URL has changed, and beside another server, run as an operator runs it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { cardwright, environmentOf as databaseOf, fails, succeeds } from '../../src/operator/operator-fixture.ts'
import type { Processor } from '../../src/processors/processor.ts'
import { readEnrolled } from '../../src/processors/processor-states.ts'
import { environmentOf, openScene, type Scene } from './scene.ts'

const scenes: Scene[] = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world, name } = scene
  const { kind } = world
  // The same service under two names.
  const [before, after] = [service.url.replace('127.0.0.1', 'localhost'), service.url]
  const run = (command: string, url: string, ...more: string[]): [string[], Record<string, string>] => [
    ['processors', command, name, ...more],
    { ...databaseOf(service.connection), ...environmentOf(name, world), CARDWRIGHT_PUBLIC_URL: url },
  ]
  const problemsAt = async (url: string): Promise<string> =>
    JSON.parse((await cardwright(...run('check', url, '--json'))).out)
      .map(({ problem }: { problem: string }) => problem)
      .join('\n')
  const processor = (): Processor => service.services.processors.get(name)!

  test(`${kind}: connect after a change of address removes what it enrolled under the old one, and says so`, async () => {
    await succeeds(...run('connect', before))
    assert.match(await problemsAt(after), /our former address localhost:\d+/)
    const said = await succeeds(...run('connect', after))
    assert.match(said, /localhost:\d+( are| is)? ?(removed|\.)/)
    const found = await problemsAt(after)
    assert.doesNotMatch(found, /localhost|webhook|asks|events to/)
    assert.doesNotMatch(await succeeds(...run('connect', after)), /localhost/, 'nothing is left to remove')
    const ours = ['decisions', 'events'].map((callback) => `${after}/processors/${name}/${callback}`)
    assert.deepEqual(await readEnrolled(service.services, name), ours)
  })

  test(`${kind}: check tells of another server that answers the questions`, async () => {
    const rival = { decisions: 'https://rival.example.com/hook', events: 'https://rival.example.com/events' }
    await processor().connect({ ...rival, takeOver: true })
    assert.match(await problemsAt(after), kind === 'stripe' ? /of another address is asked the same/ : /rival\.example/)
  })

  test(`${kind}: connect takes over from another server only with --take-over`, async () => {
    if (kind !== 'stripe') {
      const said = await fails(...run('connect', after))
      assert.match(said, /nothing was enrolled\. Another server .*rival\.example\.com/)
      assert.match(said, /--take-over/)
      assert.match(await problemsAt(after), /rival\.example/)
    }
    assert.match(await succeeds(...run('connect', after, '--take-over')), /rival\.example\.com/)
    assert.doesNotMatch(await problemsAt(after), /rival|another address/)
  })
}
