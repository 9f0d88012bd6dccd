// Opens the processors for a command: from processors.json, with the secrets that `connect` has stored, and with an engine of
// its own for changes of the books.

import type { ReportServices } from '../../card-network/take-report.ts'
import { machineClock } from '../../clock.ts'
import { Engine } from '../../engine/engine.ts'
import { Wake } from '../../events/wake.ts'
import { withoutSecrets } from '../../log.ts'
import { createMetrics } from '../../metrics.ts'
import { type Processor, ProcessorRefused, ProcessorSilent } from '../../processors/processor.ts'
import { Processors } from '../../processors/processors.ts'
import { type Session, withSchema } from '../command.ts'
import { OperatorError } from '../failures.ts'

export type ProcessorSession = { session: Session; services: ReportServices }

export function withProcessors<T>(work: (opened: ProcessorSession) => Promise<T>): Promise<T> {
  return withSchema(async (session) => {
    const services = await openProcessorServices(session)
    try {
      return await work({ session, services })
    } finally {
      await services.engine.close()
    }
  })
}

export function withProcessor<T>(
  name: string,
  work: (opened: ProcessorSession & { processor: Processor }) => Promise<T>,
): Promise<T> {
  return withProcessors((opened) => work({ ...opened, processor: findProcessor(opened.services.processors, name) }))
}

export async function openProcessorServices(session: Session): Promise<ReportServices> {
  const { config, database, log } = session
  const vault = await session.vault()
  const metrics = createMetrics()
  const processors = new Processors({ database, vault, metrics, clock: machineClock, log }, config.processors)
  await processors.readSecrets()
  const engine = new Engine({ database, vault, clock: machineClock, wake: new Wake(), metrics, tracer: undefined })
  return { database, vault, clock: machineClock, engine, processors, log }
}

function findProcessor(processors: Processors, name: string): Processor {
  const processor = processors.get(name)
  if (processor) return processor
  const names = processors.all().map((each) => each.name)
  const known = names.length === 0 ? 'processors.json names none' : `there are ${names.join(', ')}`
  throw new OperatorError(`there is no processor "${name}": ${known}`)
}

/** Turns a processor's refusal into a sentence that names it. */
export async function asked<T>(processor: Processor, when: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProcessorRefused)
      throw new OperatorError(`${processor.name} said no ${when}: ${withoutSecrets(error.message)}`)
    if (error instanceof ProcessorSilent)
      throw new OperatorError(`${processor.name} did not answer ${when}: ${withoutSecrets(error.message)}`)
    throw error
  }
}
