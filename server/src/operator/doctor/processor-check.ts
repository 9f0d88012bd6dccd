// The processors: whether every BIN has one, whether each is connected and reaches us, and what waits for an operator.

import { environmentName } from '../../accounts/environments.ts'
import { machineClock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Sql } from '../../database/database.ts'
import type { Session } from '../command.ts'
import { explain } from '../failures.ts'
import { outsideProblems } from '../processors/check-processor.ts'
import { openProcessorServices, type ProcessorSession } from '../processors/open-processors.ts'
import { ownProblems } from '../processors/processor-problems.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export async function checkProcessors(session: Session, sql: Sql): Promise<Finding[]> {
  const findings = await checkBinProcessors(session.config, sql)
  if (session.config.processors.length === 0) return findings
  try {
    const opened = { session, services: await openProcessorServices(session) }
    try {
      for (const { name } of session.config.processors) findings.push(...(await checkOne(opened, sql, name)))
    } finally {
      await opened.services.engine.close()
    }
  } catch (error) {
    findings.push(problem('processors', explain(error), 'the secrets of processors are sealed under the master key'))
  }
  return findings
}

type BinRow = { id: string; processor: string; environment: number }

export async function checkBinProcessors({ processors }: Pick<Config, 'processors'>, sql: Sql): Promise<Finding[]> {
  const bins = await sql<BinRow[]>`
    select id, processor, environment from bins where not retired and processor <> 'sandbox' order by position`
  const findings = bins.flatMap(({ id, processor, environment }) => {
    const entry = processors.find(({ name }) => name === processor)
    if (!entry)
      return [
        problem(
          'processors',
          `BIN ${id} is for the processor ${processor}, which processors.json does not name`,
          'name it there, or take the BIN out of bins.json: its cards can neither be issued nor frozen there',
        ),
      ]
    if (entry.environment === environmentName(environment)) return []
    return [
      problem(
        'processors',
        `BIN ${id} is for the ${environmentName(environment)}, but its processor ${processor} is for the ${entry.environment}`,
        'correct `environment` in bins.json or processors.json',
      ),
    ]
  })
  if (findings.length > 0 || processors.length > 0) return findings
  return [ok('processors', 'none')]
}

async function checkOne(opened: ProcessorSession, sql: Sql, name: string): Promise<Finding[]> {
  const { session, services } = opened
  const processor = services.processors.get(name)!
  const check = `processor ${name}`
  const findings = [
    ...(await outsideProblems({ ...opened, processor })).map((each) => problem(check, each.problem, each.hint)),
    ...(await ownProblems(sql, name, session.config, machineClock())).map((each) =>
      (each.isSevere ? problem : warning)(check, each.problem, each.hint),
    ),
  ]
  return findings.length > 0 ? findings : [ok(check, 'connected, reachable, and nothing waits')]
}
