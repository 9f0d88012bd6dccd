// The age of the events read from a processor is measured from the last success, not from the last attempt.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { asOwner } from '../contract/assertions.ts'
import { cardwright, environmentOf as databaseOf, succeeds } from '../operator/operator-fixture.ts'
import { catchUp } from './rounds.ts'
import { environmentOf, openScene, type Scene } from './scene.ts'
import type { Fault } from './world.ts'

const scenes: Scene[] = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world, name } = scene
  const { kind } = world
  const env = { ...databaseOf(service.connection), ...environmentOf(name, world), CARDWRIGHT_PUBLIC_URL: service.url }

  async function ageInMetrics(): Promise<number> {
    // The gauges share one query per second.
    service.services.metrics.registry.resetMetrics()
    const figures = await (await fetch(`${service.url}/metrics`)).text()
    return Number(/cardwright_processor_updates_age_seconds\{[^}]*\} (\S+)/.exec(figures)?.[1])
  }
  const listed = async () => JSON.parse(await succeeds(['processors', 'list', '--json'], env))[0]
  const problemsOf = async (command: string[]): Promise<string> => (await cardwright(command, env)).out

  /** Moves the first attempt and the last success an hour back, and lets the worker poll again. */
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

  test(`${kind}: the events of a processor that was never read are as old as the first attempt`, async () => {
    world.faults.push('fail')
    await catchUp(service.services)
    await readAgain(['fail'])
    assert.equal((await listed()).news_read_at, null)
    assert.match(
      await problemsOf(['processors', 'check', name]),
      /Its events were not read yet, although they were asked/,
    )
    assert.ok((await ageInMetrics()) > 3_000, 'the age in the metrics is too small')
  })

  test(`${kind}: a successful read resets the age of the events, and a failed attempt does not`, async () => {
    await readAgain()
    assert.match(await succeeds(['processors', 'list'], env), new RegExp(new Date().toISOString().slice(0, 10)))
    const { news_read_at } = await listed()
    assert.doesNotMatch(await problemsOf(['processors', 'check', name]), /events were not read/)
    await readAgain(['fail'])
    const after = await listed()
    assert.ok(
      after.polled_at > after.news_read_at,
      `the attempt at ${after.polled_at} is not newer than the success at ${after.news_read_at}`,
    )
    assert.ok(
      Date.parse(news_read_at) - Date.parse(after.news_read_at) >= 3_600_000,
      `${after.news_read_at} is not an hour before ${news_read_at}`,
    )
    for (const command of [['processors', 'check', name], ['doctor']])
      assert.match(await problemsOf(command), /Its events were not read since \S+, although they were asked for at/)
    assert.ok((await ageInMetrics()) > 3_000, 'the age in the metrics is too small')
    const table = await succeeds(['processors', 'list'], env)
    assert.ok(table.includes(after.news_read_at.slice(0, 16).replace('T', ' ')), table)
  })
}
