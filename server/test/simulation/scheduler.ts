// The scheduler. At each step nothing moves by itself: the service waits, and so does PostgreSQL. The scheduler lists what could
// happen next, chooses one of it, lets it happen, and waits until everything is still again. A trace records each step.

import type { OpenSocket } from '../../src/database/wire/target.ts'
import { type Backends, findCircle } from './backends.ts'
import type { Choices, Option } from './choices.ts'
import { HeldConnection } from './held-connection.ts'
import { passTime, untilQuiet } from './machine.ts'
import { errorIn, summaryOf } from './protocol.ts'
import type { Weather } from './weather.ts'

export class Failure extends Error {}

const LOCK_NOT_AVAILABLE = '55P03'
const TIMES_MS = [50, 1_000, 4_000]

export class Scheduler {
  readonly trace: string[] = []
  weather: Weather
  readonly #backends: Backends
  readonly #choices: Choices
  readonly #connections: HeldConnection[] = []

  constructor(backends: Backends, choices: Choices, weather: Weather) {
    this.#backends = backends
    this.#choices = choices
    this.weather = weather
  }

  /** The way of an instance to PostgreSQL; a dead one finds none. */
  openSocketFor(instance: { name: string; isDead: boolean }): OpenSocket {
    return async () => {
      if (instance.isDead) throw Object.assign(new Error('the instance was killed'), { code: 'ECONNREFUSED' })
      const count = this.#of(instance).length
      const connection = new HeldConnection(`${instance.name}.${count}`)
      this.#connections.push(connection)
      return connection.socket
    }
  }

  cutAll(instance: { name: string }): void {
    for (const connection of this.#of(instance)) connection.cut()
  }

  /** Chooses among what the connections and the clock could do, and `more`. */
  async step(more: readonly Option[] = []): Promise<void> {
    const possible = [...this.#moves(), ...more]
    const option = this.#choices.among(possible.length > 0 ? possible : this.#waits())
    this.trace.push(option.name)
    await option.take()
    await this.#settle()
  }

  /** Steps without faults until the work is done. */
  async calmlyUntil<T>(work: Promise<T>, maxSteps: number): Promise<T> {
    const weather = this.weather
    this.weather = { ...weather, ...CALM }
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    await untilQuiet()
    for (let step = 0; !isDone; step++) {
      if (step === maxSteps) throw new Failure(`it was not done after ${maxSteps} steps without faults`)
      await this.step()
    }
    this.weather = weather
    return work
  }

  /** Gives the sessions back, whatever they wait for. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.cut()
    for (const { backend } of this.#connections) if (backend?.isBusy) await this.#backends.cancel(backend, '')
    await untilQuiet()
    for (const connection of this.#connections) await this.#forget(connection)
  }

  #of({ name }: { name: string }): HeldConnection[] {
    return this.#connections.filter((each) => each.name.startsWith(`${name}.`))
  }

  #moves(): Option[] {
    const { cut, piece, timePasses, lockWaitEnds } = this.weather
    const calm: Option[] = []
    const rough: Option[] = []
    for (const connection of this.#connections) {
      const { name, isCut, backend } = connection
      const weight = this.weather.weightOf(name)
      const isBusy = backend?.isBusy === true
      const add = (what: string, take: () => void | Promise<void>, by = weight) =>
        calm.push({ name: `${name} ${what}`, weight: by, take })
      if (isCut && backend && !isBusy) add('has been left', () => this.#forget(connection))
      if (connection.answers.length > 0) add('hears', () => this.#answer(connection))
      const [group] = connection.groups
      if (group && !isBusy) {
        const texts = group.texts.map(inShort)
        add(`sends ${texts.join(' · ')}`, () => this.#deliver(connection, group.statements.length))
        if (piece > 0 && group.statements.length > 1)
          add(`sends only ${texts[0]}`, () => this.#deliver(connection, 1), weight * piece)
      }
      const isUsed = isBusy || group !== undefined || connection.answers.length > 0
      if (cut > 0 && isUsed && !isCut) rough.push({ name: `${name} is cut`, weight: cut, take: () => connection.cut() })
      if (isBusy && lockWaitEnds > 0)
        rough.push({ name: `${name} has waited`, weight: lockWaitEnds, take: () => this.#endWait(connection) })
    }
    const times = timePasses > 0 ? this.#times(timePasses) : []
    return [...calm, ...rough, ...times]
  }

  /** When nothing else can happen, time passes, and waits for locks end. */
  #waits(): Option[] {
    const blocked = this.#connections.filter(({ backend }) => backend?.isBusy)
    const ends = blocked.map((each) => ({
      name: `${each.name} has waited`,
      weight: 1,
      take: () => this.#endWait(each),
    }))
    return [...this.#times(1), ...ends]
  }

  #times(weight: number): Option[] {
    return TIMES_MS.map((ms, index) => ({
      name: `${ms} ms pass`,
      weight: weight / (index + 1),
      take: () => passTime(ms),
    }))
  }

  async #deliver(connection: HeldConnection, count: number): Promise<void> {
    connection.backend ??= await this.#backends.take(connection.settings!)
    const group = connection.groups[0]!
    const isWhole = count === group.statements.length
    connection.backend.send(group.statements.splice(0, count), isWhole)
    group.texts.splice(0, count)
    if (isWhole) connection.groups.shift()
  }

  #answer(connection: HeldConnection): void {
    connection.socket.push(connection.answers.shift())
  }

  async #endWait({ backend, lockTimeoutMs }: HeldConnection): Promise<void> {
    await passTime(lockTimeoutMs)
    if (backend!.isBusy) await this.#backends.cancel(backend!, LOCK_NOT_AVAILABLE)
  }

  async #forget(connection: HeldConnection): Promise<void> {
    const { backend } = connection
    if (!backend || backend.isBusy) return
    connection.backend = undefined
    await this.#backends.give(backend)
  }

  /** Waits until everything is still, and holds the answers in the order of the connections. */
  async #settle(): Promise<void> {
    await this.#backends.untilStill()
    for (const connection of this.#connections) {
      const answer = connection.backend?.takeAnswer()
      if (!answer) continue
      this.trace.push(`  ${connection.name} ${summaryOf(answer)}`)
      refuseError(connection, answer)
      if (!connection.isCut) connection.answers.push(answer)
    }
    const circle = findCircle(this.#backends.waits)
    if (circle) throw new Failure(`${circle.length} transactions wait for each other in a circle`)
    await untilQuiet()
  }
}

const CALM = { cut: 0, piece: 0, timePasses: 0, lockWaitEnds: 0, weightOf: () => 1 }

/**
 * Locks are taken in one order, and keys are read under them, so PostgreSQL has no reason to refuse anything. An error that the
 * scheduler has not caused is a fault, even if a retry hides it from the callers.
 */
function refuseError({ name }: HeldConnection, answer: Buffer): void {
  const error = errorIn(answer)
  if (error && error.state !== LOCK_NOT_AVAILABLE)
    throw new Failure(`PostgreSQL refused a statement of ${name}: ${error.state} ${error.message}`)
}

function inShort(text: string): string {
  return text.trim().split(/\s+/).slice(0, 3).join(' ')
}
