import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import { type Command, emptyDatabaseMessage, json, withDatabase } from '../command.ts'
import { inWords, type LockTaken, type PendingMigration, planUpgrade, type UpgradePlan } from './upgrade-plan.ts'

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'show what an upgrade to this version would do, and whether the service can keep running',
  options: { check: { kind: 'flag', help: 'required: the command only checks and changes nothing' }, json },
  notes: `Run it with the new version, before migrate. The exit code is 0 if the missing migrations can run beside the processes
that run now, and 1 if they cannot, with the reason. More: docs/operating/upgrade.md`,
  async run(call) {
    if (!call.flag('check'))
      throw new UsageError('use upgrade --check, which changes nothing; migrate applies the missing migrations')
    const plan = await withDatabase(call, async ({ owner, config }) => {
      const { applied, ...found } = await planUpgrade(owner)
      if (applied === 0) throw new CommandError(emptyDatabaseMessage(config))
      return found
    })
    if (call.flag('json')) call.printJson(plan)
    else call.print(describe(plan))
    return plan.obstacles.length > 0 ? 1 : 0
  },
}

function describe({ version, migrations, running, obstacles }: UpgradePlan): string {
  const lines = migrations.length === 0 ? [`The schema is that of ${version}: nothing to migrate.`] : []
  lines.push(...migrations.flatMap(describeMigration))
  lines.push(running.length === 0 ? 'No process runs on this database.' : `Running: ${inWords(running)}.`)
  if (obstacles.length === 0) lines.push('', 'The upgrade can be done while the service runs.')
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
