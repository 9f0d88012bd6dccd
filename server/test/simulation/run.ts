// One run: a seed, or a list of choices, against two instances. It fails when no serial service could have given the answers,
// when a request is not answered, or when PostgreSQL had to refuse something.

import { createHash } from 'node:crypto'
import { Choices, type Option, randomFrom } from './choices.ts'
import { Clients } from './clients.ts'
import { type Call, explain } from './explain.ts'
import { Instance } from './instance.ts'
import { restartMachine } from './machine.ts'
import type { Action, Asked } from './requests.ts'
import { Failure, Scheduler } from './scheduler.ts'
import { weatherOf } from './weather.ts'
import { beginning, CARDS, type Planned, plan } from './workload.ts'
import type { Keys, World } from './world.ts'

export type Result = { seed: number; choices: number[]; trace: string[]; hash: string; failure: string | undefined }

const MAX_AT_ONCE = 5
const MAX_STEPS = 3_000
const MAX_CALM_STEPS = 1_500

export async function runSeed(world: World, seed: number, given?: readonly number[]): Promise<Result> {
  restartMachine(randomFrom(seed ^ 0x5eed))
  const choices = new Choices(randomFrom(seed), given)
  const drawn = randomFrom(seed ^ 0xca1d)
  const scheduler = new Scheduler(world.backends, choices, weatherOf(drawn))
  const run = new Run(world, scheduler, await world.newWorkspace(seed))
  let failure: string | undefined
  try {
    await run.begin(beginning(drawn))
    await run.work(plan(drawn))
    await run.end()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    failure = error.message
  }
  await run.close()
  for (const error of world.unhandled.splice(0)) failure ??= `a promise was rejected and nobody listened: ${error}`
  const hash = createHash('sha256').update(scheduler.trace.join('\n')).digest('hex').slice(0, 16)
  return { seed, choices: choices.made, trace: scheduler.trace, hash, failure }
}

class Run {
  readonly #world: World
  readonly #scheduler: Scheduler
  readonly #clients: Clients
  readonly #instances: Instance[]

  constructor(world: World, scheduler: Scheduler, keys: Keys) {
    this.#world = world
    this.#scheduler = scheduler
    this.#clients = new Clients(keys)
    this.#instances = ['a', 'b'].map((name) => new Instance(name, scheduler))
  }

  async begin(asked: readonly Asked[]): Promise<void> {
    await this.#calmlyUntil(Promise.all(this.#instances.map((instance) => instance.start(this.#world.vault))))
    for (const each of asked) await this.#askCalmly(each)
  }

  /** Chooses when each request arrives and what goes wrong meanwhile, until all requests have been taken. */
  async work(planned: readonly Planned[]): Promise<void> {
    const left = [...planned]
    for (let step = 0; left.length > 0; step++) {
      if (step === MAX_STEPS) throw new Failure(`the requests were not all taken after ${MAX_STEPS} steps`)
      await this.#scheduler.step(this.#moves(left))
    }
  }

  /** From now on nothing goes wrong: every request is answered, and the books are what the answers say. */
  async end(): Promise<void> {
    await this.#calmlyUntil(Promise.all(this.#instances.map(({ started }) => started)))
    await this.#calmlyUntil(Promise.all(this.#clients.waiting.map(({ answered }) => answered)))
    for (let asked = this.#clients.unknown.shift(); asked; asked = this.#clients.unknown.shift())
      await this.#askCalmly(asked)
    for (const card of CARDS) await this.#askCalmly(reading({ do: 'read card', card }))
    await this.#askCalmly(reading({ do: 'read wallet' }))
    await this.#askCalmly({ ...reading({ do: 'read budget' }), isBudgeted: true })
    const key = this.#clients.findUnlikeRepeat()
    if (key !== undefined) throw new Failure(`two answers under "${key}" are not the same\n${this.#story()}`)
    if (!explain(this.#clients.calls))
      throw new Failure(`no order of the requests explains the answers\n${this.#story()}`)
  }

  async close(): Promise<void> {
    for (const instance of this.#instances) instance.kill()
    await this.#scheduler.close()
  }

  #moves(left: Planned[]): Option[] {
    const { submit, kill } = this.#scheduler.weather
    const running = this.#instances.filter(({ app }) => app)
    const options: Option[] = []
    for (const instance of running) {
      const [next] = left
      const [again] = this.#clients.unknown
      const isFull = this.#clients.waiting.length >= MAX_AT_ONCE
      if (next && !isFull)
        options.push({
          name: `${instance.name} takes ${nameOf(next)}`,
          weight: submit,
          take: () => this.#send(left, instance),
        })
      if (again && !isFull)
        options.push({
          name: `${instance.name} takes again ${nameOf(again)}`,
          weight: submit,
          take: () => this.#repeat(instance),
        })
      if (kill > 0)
        options.push({ name: `${instance.name} is killed`, weight: kill, take: () => this.#replace(instance) })
    }
    return options
  }

  #send(left: Planned[], instance: Instance): void {
    const { isTwice, ...asked } = left.shift()!
    if (!this.#clients.canSend(asked)) return
    this.#clients.send(asked, instance)
    const other = this.#instances.find((each) => each !== instance)
    if (isTwice && other?.app) this.#clients.send(asked, other)
  }

  #repeat(instance: Instance): void {
    this.#clients.send(this.#clients.unknown.shift()!, instance)
  }

  #replace(killed: Instance): void {
    killed.kill()
    this.#clients.lose(killed)
    const fresh = new Instance(`${killed.name}'`, this.#scheduler)
    this.#instances[this.#instances.indexOf(killed)] = fresh
    void fresh.start(this.#world.vault)
  }

  /** Until it is answered, which may take a repetition: a time-out may have run out before the faults stopped. */
  async #askCalmly(asked: Asked): Promise<void> {
    const instance = this.#instances.find(({ app }) => app)!
    this.#scheduler.trace.push(`${instance.name} takes ${nameOf(asked)}`)
    const call = this.#clients.send(asked, instance)
    await this.#calmlyUntil(call.answered)
    if (!call.seen) throw new Failure(`without faults, ${nameOf(asked)} was not answered`)
  }

  #calmlyUntil<T>(work: Promise<T>): Promise<T> {
    return this.#scheduler.calmlyUntil(work, MAX_CALM_STEPS)
  }

  #story(): string {
    const line = ({ begun, ended, seen, ...asked }: Call) =>
      `${begun}–${ended} ${nameOf(asked)}: ${seen ? JSON.stringify(seen) : 'unknown'}`
    return this.#clients.calls.map(line).join('\n')
  }
}

function reading(action: Action): Asked {
  return { action, key: undefined, isBudgeted: false }
}

function nameOf({ action, key }: Asked): string {
  return `${Object.values(action).join(' ')}${key === undefined ? '' : ` under ${key}`}`
}
