import { type Command, emptyDatabaseMessage, json, withDatabase } from '../command.ts'
import { OperatorError, UsageError } from '../failures.ts'
import { print, printJson } from '../table.ts'
import { inWords, type LockTaken, type PendingMigration, planUpgrade, type UpgradePlan } from './upgrade-plan.ts'

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'tell what an upgrade to this version would do, and whether it can be done without a stop',
  options: { check: { type: 'boolean', help: 'look, and change nothing; that is all it does' }, json },
  notes: `Run it with the new version, before migrate. Exit code 0: the migrations that are missing can run beside the processes
that run now. 1: they cannot, and it says why. More: docs/operating/upgrade.md`,
  async run(input) {
    if (!input.flag('check'))
      throw new UsageError('upgrade only looks: say upgrade --check; migrate applies what is missing')
    const plan = await withDatabase(async ({ owner, config }) => {
      const { applied, ...found } = await planUpgrade(owner)
      if (applied === 0) throw new OperatorError(emptyDatabaseMessage(config))
      return found
    })
    if (input.flag('json')) printJson(plan)
    else print(describe(plan))
    return plan.obstacles.length > 0 ? 1 : 0
  },
}

function describe({ version, migrations, running, obstacles }: UpgradePlan): string {
  const lines = migrations.length === 0 ? [`The schema is that of ${version}: nothing to migrate.`] : []
  lines.push(...migrations.flatMap(describeMigration))
  lines.push(running.length === 0 ? 'No process runs on this database.' : `Running: ${inWords(running)}.`)
  if (obstacles.length === 0) lines.push('', 'It can be done without a stop.')
  else lines.push('', ...obstacles.map((obstacle) => `✗ ${obstacle}`))
  return lines.join('\n')
}

const KINDS: Record<PendingMigration['kind'], string> = {
  expand: 'expand: adds; any version works beside it',
  contract: 'contract: takes away what is no longer used',
  unchecked: 'from before the rules: stop every process first',
}

function describeMigration({ name, kind, after, locks }: PendingMigration): string[] {
  const since = after === undefined ? '' : `, since ${after}`
  return [`${name}: ${KINDS[kind]}${since}`, ...locks.map(describeLock)]
}

function describeLock({ table, lock, rows, readsAll }: LockTaken): string {
  const about = `about ${Math.round(rows).toLocaleString('en')} rows`
  const held = lock === 'none' ? 'locks rows' : `takes the lock ${lock}`
  return `  ${held} on ${table}, ${readsAll ? `and goes through ${about}` : `for a moment (${about}, none touched)`}`
}
