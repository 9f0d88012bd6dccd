import { machineClock } from '../../clock.ts'
import type { Problem, Processor } from '../../processors/processor.ts'
import { readEnrolled } from '../../processors/processor-states.ts'
import { type Command, json } from '../command.ts'
import { type ProcessorSession, withProcessor } from './open-processors.ts'
import { addressesOf, isProblem, probeCallbacks } from './probe-callbacks.ts'
import { ownProblems } from './processor-problems.ts'

export const checkProcessor: Command = {
  name: 'processors check',
  summary: 'check whether the cards of a processor can make purchases, and what prevents it',
  args: ['NAME'],
  options: { json },
  notes:
    'The command asks the processor and reads the database of the service. It changes nothing. The exit code is 1 if there is a problem.',
  async run(call) {
    const problems = await withProcessor(call, call.args[0]!, findProblems)
    if (call.flag('json')) call.printJson(problems)
    else if (problems.length === 0) call.print(`✓ ${call.args[0]!}: nothing is wrong`)
    else call.print(problems.map(({ problem, hint }) => `✗ ${problem}\n    → ${hint}`).join('\n'))
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
