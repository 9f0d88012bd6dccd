import type { ReportServices } from '../../card-network/take-report.ts'
import { withoutSecrets } from '../../log.ts'
import { describeRequirements, replaceRequirements } from '../../processors/holder-requirements.ts'
import { holderOf } from '../../processors/holders.ts'
import type { HolderRequirements } from '../../processors/inbound.ts'
import {
  type Addresses,
  AnsweredElsewhere,
  type Connected,
  type Processor,
  ProcessorRefused,
} from '../../processors/processor.ts'
import { readEnrolled, storeEnrolled, storeSecrets } from '../../processors/processor-states.ts'
import { type Command, json } from '../command.ts'
import { OperatorError } from '../failures.ts'
import { print, printJson } from '../table.ts'
import { type AccountAt, accountsAt, recordAtProcessor } from './accounts-at.ts'
import { asked, type ProcessorSession, withProcessor } from './open-processors.ts'
import { addressesOf, isProblem, probeCallbacks } from './probe-callbacks.ts'

export const connectProcessor: Command = {
  name: 'processors connect',
  summary: 'have a processor ask us about purchases, and store the secrets that it signs with',
  argument: 'NAME',
  options: {
    'take-over': { type: 'boolean', help: 'replace another server that answers the questions of this processor' },
    json,
  },
  notes:
    'The service must run and be reachable at CARDWRIGHT_PUBLIC_URL: both callbacks are called first, and nothing is enrolled until they answer. Running it again enrols again and replaces the stored secrets. After a change of CARDWRIGHT_PUBLIC_URL it removes what it had enrolled under the old address.\nMore: docs/operating/processors.md',
  async run(input) {
    const takeOver = input.flag('take-over')
    const done = await withProcessor(input.argument, (opened) => connect(opened, takeOver))
    if (input.flag('json')) printJson(done)
    else print(describe(done))
    return done.refused.length === 0 && done.requirements.length === 0 ? 0 : 1
  },
}

type Holders = { made: number; present: number; refused: { account: string; why: string }[] }
type Done = Holders & {
  processor: string
  addresses: Addresses
  secrets: number
  /** What happened to endpoints of other addresses. */
  notes: readonly string[]
  requirements: HolderRequirements[]
}

async function connect(
  { session, services, processor }: ProcessorSession & { processor: Processor },
  takeOver: boolean,
): Promise<Done> {
  const addresses = await reachableAddresses(session.config.publicUrl, services, processor)
  const holders = await makeHolders(services, processor)
  const { secrets, notes } = await enrol(services, processor, addresses, takeOver)
  await storeSecrets(services, processor.name, secrets)
  await recordAtProcessor(services.database, processor, 'processor.connect')
  const requirements = await asked(processor, 'when it was asked about its holders', () => processor.openRequirements())
  await replaceRequirements(services, processor.name, requirements)
  return { processor: processor.name, addresses, secrets: secrets.length, notes, requirements, ...holders }
}

/** The new addresses are remembered before they are enrolled, so that a failure halfway leaves none that is not known to be ours. */
async function enrol(
  services: ReportServices,
  processor: Processor,
  addresses: Addresses,
  takeOver: boolean,
): Promise<Connected> {
  const own = [addresses.decisions, addresses.events]
  const former = await readEnrolled(services, processor.name)
  await storeEnrolled(services, processor.name, [...former, ...own])
  const connected = await asked(processor, 'when our addresses were to be enrolled', () =>
    processor.connect({ ...addresses, former, takeOver }),
  ).catch((error) => {
    if (error instanceof AnsweredElsewhere) throw new OperatorError(`nothing was enrolled. ${error.message}`)
    throw error
  })
  await storeEnrolled(services, processor.name, [...own, ...connected.remaining])
  return connected
}

async function reachableAddresses(
  publicUrl: string | undefined,
  { vault }: ReportServices,
  processor: Processor,
): Promise<Addresses> {
  const addresses = addressesOf(publicUrl, processor)
  const found = isProblem(addresses) ? addresses : await probeCallbacks(vault, processor, addresses)
  if (found) throw new OperatorError(`nothing was enrolled. ${found.problem} ${found.hint}`)
  return addresses as Addresses
}

/** When the processor refuses one account, the other accounts still get their holders. */
async function makeHolders(services: ReportServices, processor: Processor): Promise<Holders> {
  const holders: Holders = { made: 0, present: 0, refused: [] }
  for await (const account of accountsAt(services.database, processor)) {
    const why = account.has_holder ? undefined : await makeHolder(services, processor, account)
    if (account.has_holder) holders.present += 1
    else if (why === undefined) holders.made += 1
    else holders.refused.push({ account: account.account_id, why })
  }
  return holders
}

/** Why the processor refused the holder; undefined when it was made. */
function makeHolder(services: ReportServices, processor: Processor, account: AccountAt): Promise<string | undefined> {
  const make = async () => {
    try {
      await holderOf(services, processor, { ...account, accountId: account.account_id })
      return undefined
    } catch (error) {
      if (error instanceof ProcessorRefused) return withoutSecrets(error.message)
      throw error
    }
  }
  return asked(processor, 'when a holder was to be made', make)
}

function describe({ processor, addresses, made, present, refused, secrets, notes, requirements }: Done): string {
  return [
    `${processor} asks at ${addresses.decisions} and reports to ${addresses.events}.`,
    ...notes,
    `Holders: ${made} made, ${present} there already${refused.length > 0 ? `, ${refused.length} refused` : ''}.`,
    ...refused.map(({ account, why }) => `  account ${account}: ${why}`),
    ...requirements.map((each) => `  ${describeRequirements(each)}`),
    `${secrets} signing secret${secrets === 1 ? ' is' : 's are'} stored, sealed. The service finds them by itself.`,
  ].join('\n')
}
