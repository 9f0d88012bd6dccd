import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import {
  DEFAULT_SHARDS,
  inSql,
  planDistribution,
  readFacts,
  type Step,
} from '../../database/distributed/plan-distribution.ts'
import { type Command, requireOwner, type Session, withSchema } from '../command.ts'
import { inWords, readRunning } from '../upgrade/upgrade-plan.ts'
import { lackingServers, requireCitus } from './cluster.ts'

const MAX_SHARDS = 256

export const distribute: Command = {
  name: 'database distribute',
  summary: 'distribute the rows over the servers of a Citus cluster, by bucket',
  options: {
    'dry-run': { kind: 'flag', help: 'print the statements and change nothing' },
    shards: {
      kind: 'text',
      value: 'N',
      help: `shards of each table, 2 to ${MAX_SHARDS} (default ${DEFAULT_SHARDS})`,
    },
  },
  notes:
    'Stop the service first. Existing rows are moved. A run that was interrupted continues where it stopped; a run after an upgrade\ndistributes new tables. When this is worth it: docs/operating/distributed.md',
  async run(call) {
    const shards = readShardCount(call.text('shards'))
    await withSchema(call, async (session) => {
      const steps = planDistribution(await readFacts(session.owner), shards)
      if (call.flag('dry-run')) return call.print(await preview(session, steps))
      await requireReadiness(session)
      await carryOut(session, steps)
    })
  },
}

function readShardCount(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SHARDS
  const number = Number(text)
  if (Number.isInteger(number) && number >= 2 && number <= MAX_SHARDS) return number
  throw new UsageError(`--shards must be a whole number from 2 to ${MAX_SHARDS}`)
}

/** Works on a database that cannot be distributed yet too, and then says why. */
async function preview(session: Session, steps: Step[]): Promise<string> {
  const obstacle = await requireReadiness(session).then(
    () => undefined,
    (error) => {
      if (error instanceof CommandError) return error.message
      throw error
    },
  )
  const notes = obstacle === undefined ? [] : [`-- Not yet possible: ${obstacle}`]
  return [...notes, steps.length === 0 ? '-- Nothing to do: every table is in its place.' : inSql(steps)].join('\n')
}

async function requireReadiness(session: Session): Promise<void> {
  const { owner } = session
  await requireOwner(session, 'database distribute')
  await requireCitus(owner)
  const lacking = await lackingServers(owner)
  if (lacking.length > 0) throw new CommandError(lacking.join('; '))
  const running = await readRunning(owner)
  if (running.length > 0)
    throw new CommandError(`stop the service first: it would work on tables that are half moved (${inWords(running)})`)
}

async function carryOut({ owner, print }: Session, steps: Step[]): Promise<void> {
  if (steps.length === 0) return print('Nothing to do: every table is in its place.')
  for (const [index, { about, sql }] of steps.entries()) {
    const startedAt = performance.now()
    await owner.unsafe(sql)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    print(`${String(index + 1).padStart(String(steps.length).length)}/${steps.length}  ${about} (${seconds} s)`)
  }
  print('Done. Start the service; then run: npm run cardwright -- doctor')
}
