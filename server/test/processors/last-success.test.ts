// How long ago the events of a processor were read: the last success counts, and not the last attempt.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { cardwright, environmentOf as databaseOf, succeeds } from '../../src/operator/operator-fixture.ts'
import { asOwner } from '../contract/assertions.ts'
import { catchUp } from './rounds.ts'
import { environmentOf, openScene, type Scene } from './scene.ts'
import type { Fault } from './world.ts'

const scenes: Scene[] = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world, name } = scene
  const { kind } = world
  const env = { ...databaseOf(service.connection), ...environmentOf(name, world), CARDWRIGHT_PUBLIC_URL: service.url }

  async function ageInMetrics(): Promise<number> {
    // The gauges of one second share one query.
    service.services.metrics.registry.resetMetrics()
    const figures = await (await fetch(`${service.url}/metrics`)).text()
    return Number(/cardwright_processor_news_age_seconds\{[^}]*\} (\S+)/.exec(figures)?.[1])
  }
  const listed = async () => JSON.parse(await succeeds(['processors', 'list', '--json'], env))[0]
  const problemsOf = async (command: string[]): Promise<string> => (await cardwright(command, env)).out

  /** As if the first attempt and the last success had been an hour ago; the worker asks again now. */
  async function readAgain(faults: Fault[] = []): Promise<void> {
    await asOwner(
      service,
      (sql) => sql`
        update processor_states set polled_at = polled_at - interval '1 hour',
          first_polled_at = first_polled_at - interval '1 hour', news_read_at = news_read_at - interval '1 hour'`,
    )
    world.faults.push(...faults)
    await catchUp(service.services)
    world.faults.length = 0
  }

  test(`${kind}: a processor that was never read is old since the first attempt`, async () => {
    world.faults.push('fail')
    await catchUp(service.services)
    await readAgain(['fail'])
    assert.equal((await listed()).news_read_at, null)
    assert.match(
      await problemsOf(['processors', 'check', name]),
      /Its events were not read yet, although they were asked/,
    )
    assert.ok((await ageInMetrics()) > 3_000)
  })

  test(`${kind}: a success makes it young, and a failed attempt does not`, async () => {
    await readAgain()
    assert.match(await succeeds(['processors', 'list'], env), new RegExp(new Date().toISOString().slice(0, 10)))
    const { news_read_at } = await listed()
    assert.doesNotMatch(await problemsOf(['processors', 'check', name]), /events were not read/)
    await readAgain(['fail'])
    const after = await listed()
    assert.ok(after.polled_at > after.news_read_at, 'the attempt is newer than the success')
    assert.ok(Date.parse(news_read_at) - Date.parse(after.news_read_at) >= 3_600_000)
    for (const command of [['processors', 'check', name], ['doctor']])
      assert.match(await problemsOf(command), /Its events were not read since \S+, although they were asked for at/)
    assert.ok((await ageInMetrics()) > 3_000)
    const table = await succeeds(['processors', 'list'], env)
    assert.ok(table.includes(after.news_read_at.slice(0, 16).replace('T', ' ')), table)
  })
}
