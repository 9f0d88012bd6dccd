// A service whose engine can be paused, so that a test decides which requests form one batch.

import { randomUUID } from 'node:crypto'
import { test as plainTest } from 'node:test'
import { type Answer, startTestService, type TestService } from '../harness.ts'
import { until } from '../until.ts'
import { type Owner, ownerOf } from './books.ts'

export const key = () => ({ 'x-idempotency-key': randomUUID() })

/** While `held` is set it collects submissions, to hand them to the engine in one turn of the event loop. */
export type Scene = { service: TestService; owner: Owner; submitted: number; held: (() => void)[] | undefined }

/** Each test has its own service, because books that one test breaks must not fail the others. */
async function openScene(): Promise<Scene> {
  const service = await startTestService()
  const scene: Scene = { service, owner: ownerOf(service, 6), submitted: 0, held: undefined }
  // Counts the submissions that reached the engine, so that a test knows that its requests wait there.
  const { engine } = service.services
  const submit = engine.submit.bind(engine)
  engine.submit = (operation) => {
    scene.submitted++
    const { held } = scene
    if (!held) return submit(operation)
    return new Promise((resolve) => held.push(() => resolve(submit(operation))))
  }
  return scene
}

/** Submits the collected operations as one batch. */
export function letGo(scene: Scene): void {
  const held = scene.held ?? []
  scene.held = undefined
  for (const go of held) go()
}

// A request that is never answered must fail its test and not the run.
export const test = (name: string, body: (scene: Scene) => Promise<void>) =>
  plainTest(name, { timeout: 30_000 }, async () => body(await openScene()))

/** Sends the requests, in this order, so that they form one batch. */
export async function inOneBatch(scene: Scene, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  scene.held = []
  const answers: Promise<Answer>[] = []
  for (const request of requests) {
    const before = scene.submitted
    answers.push(request())
    await until('the request is at the engine', () => scene.submitted > before)
  }
  letGo(scene)
  return Promise.all(answers)
}
