import { Interrupted } from '../../../../cli/src/framework/failures.ts'
import { type Config, ConfigError, readConfig } from '../../config/config.ts'
import type { Sql } from '../../database/database.ts'
import { type Command, type Context, json, type Session, withDatabase } from '../command.ts'
import { explain } from '../failures.ts'
import { compareSchema } from '../schema-state.ts'
import { checkArchive } from './archive-check.ts'
import { checkBooks } from './books-check.ts'
import { checkChains } from './chain-check.ts'
import { checkClock, checkLogin, checkPartitions, checkRole, checkSchema, checkVersion } from './database-checks.ts'
import { checkDistribution } from './distribution-check.ts'
import { type Finding, problem } from './finding.ts'
import { checkLive } from './live-checks.ts'
import { checkMachine } from './machine-checks.ts'
import { checkMail } from './mail-check.ts'
import { checkMetrics } from './metrics-check.ts'
import { checkProcessors } from './processor-check.ts'
import { checkRedis } from './redis-check.ts'
import { checkStandby } from './standby-check.ts'
import { checkVault } from './vault-check.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'find problems and risks of the service, and say how to fix them',
  options: { json },
  notes: 'The command changes nothing. The exit code is 1 if there is a problem; warnings alone leave it 0.',
  async run(call) {
    const findings = await examine(call)
    if (call.flag('json')) call.printJson(findings)
    else call.print(findings.map(describe).join('\n'))
    return findings.some((finding) => finding.state === 'problem') ? 1 : 0
  },
}

async function examine(call: Context): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(call.io.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [problem('configuration', error.message, 'correct the variable: docs/operating/configuration.md')]
  }
  const findings = checkMachine(config)
  findings.push(checkMetrics(config))
  if (config.redisUrl) findings.push(await checkRedis(config.redisUrl))
  if (config.mail) findings.push(await checkMail(config.mail))
  try {
    await withDatabase(call, (session) => examineDatabase(session, findings), config)
  } catch (error) {
    if (error instanceof Interrupted) throw error
    findings.push(problem('database', explain(error, call.io.env), 'the checks that need the database were left out'))
  }
  return findings
}

async function examineDatabase(session: Session, findings: Finding[]): Promise<void> {
  const { config, owner, database } = session
  findings.push(await checkVersion(owner), await checkClock(owner), await checkArchive(owner), await checkSchema(owner))
  const { applied, pending } = await compareSchema(owner)
  if (applied === 0 || pending.length > 0) return // the other checks read tables that may not exist yet
  // As the owner, so that the other checks work even when the service's role is broken.
  const sql = owner as unknown as Sql
  if (config.databaseReadUrl) findings.push(await checkStandby(config.databaseReadUrl, database.read))
  findings.push(...(await checkDistribution(session)))
  findings.push(await checkRole(owner), await checkLogin(database.read), await checkPartitions(owner, new Date()))
  findings.push(
    await checkVault(config, { ...database, read: sql }),
    ...(await checkLive(config, sql)),
    await checkBooks(sql),
    ...(await checkChains(config, sql)),
    ...(await checkProcessors(session, sql)),
  )
}

const MARKS = { ok: '✓ ok     ', warning: '! warning', problem: '✗ problem' }

function describe({ check, state, text, cure }: Finding): string {
  return `${MARKS[state]}  ${check}: ${text}${cure ? `\n             → ${cure}` : ''}`
}
