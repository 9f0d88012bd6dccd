import { machineClock } from '../../clock.ts'
import type { Problem, Processor } from '../../processors/processor.ts'
import { readEnrolled } from '../../processors/processor-states.ts'
import { type Command, json } from '../command.ts'
import { print, printJson } from '../table.ts'
import { type ProcessorSession, withProcessor } from './open-processors.ts'
import { addressesOf, isProblem, probeCallbacks } from './probe-callbacks.ts'
import { ownProblems } from './processor-problems.ts'

export const checkProcessor: Command = {
  name: 'processors check',
  summary: 'ask a processor, and our own tables, what stands between its cards and a purchase',
  argument: 'NAME',
  options: { json },
  notes: 'It changes nothing. Exit code 1 when there is a problem.',
  async run(input) {
    const problems = await withProcessor(input.argument, findProblems)
    if (input.flag('json')) printJson(problems)
    else if (problems.length === 0) print(`✓ ${input.argument}: nothing is wrong`)
    else print(problems.map(({ problem, hint }) => `✗ ${problem}\n    → ${hint}`).join('\n'))
    return problems.length === 0 ? 0 : 1
  },
}

async function findProblems(opened: ProcessorSession & { processor: Processor }): Promise<Problem[]> {
  const { session, services, processor } = opened
  const own = await ownProblems(services.database.read, processor.name, session.config, machineClock())
  return [...(await outsideProblems(opened)), ...own.map(({ problem, hint }): Problem => ({ problem, hint }))]
}

/** Problems found by calling our own callbacks and the processor. */
export async function outsideProblems({
  session,
  services,
  processor,
}: ProcessorSession & { processor: Processor }): Promise<Problem[]> {
  const addresses = addressesOf(session.config.publicUrl, processor)
  if (isProblem(addresses)) return [addresses, ...(await processor.check(undefined))]
  const atCallbacks = await probeCallbacks(services.vault, processor, addresses)
  const former = await readEnrolled(services, processor.name)
  return [...(atCallbacks ? [atCallbacks] : []), ...(await processor.check({ ...addresses, former }))]
}
