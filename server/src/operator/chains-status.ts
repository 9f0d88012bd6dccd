import {
  type ChainStatus,
  readChainStatus,
  readGivenAddresses,
  readHeldDeposits,
  readOpenIncidents,
} from '../chains/chain-status.ts'
import { readerOf } from '../chains/watch-chains.ts'
import { type Network, networkNames } from '../currencies/networks.ts'
import { publicId } from '../ids.ts'
import { withoutSecrets } from '../log.ts'
import { type Command, json, type Session, withSchema } from './command.ts'
import { describeHeld, present } from './held-deposits.ts'
import { print, printJson, shortTime, table } from './table.ts'

export const chainsStatus: Command = {
  name: 'chains status',
  summary: 'show how far each chain was read, how its nodes are, and what needs an operator',
  options: { json },
  notes:
    'It asks the configured nodes for their tip. Exit code 1 when a chain is halted, an incident is open, or a deposit is held.',
  async run(input) {
    const status = await withSchema(readStatus)
    if (input.flag('json')) printJson(status)
    else print(describe(status))
    const isHalted = status.chains.some((chain) => chain.halted !== null)
    return isHalted || status.incidents.length > 0 || status.held.length > 0 ? 1 : 0
  },
}

type Status = Awaited<ReturnType<typeof readStatus>>

async function readStatus({ config, database, log }: Session) {
  const configured = networkNames.filter((network) => config.chains.rpcUrls[network].length > 0)
  const incidents = await readOpenIncidents(database.read)
  return {
    chains: await readChainStatus(database.read),
    nodes: (await Promise.all(configured.map((network) => askNodes({ config, log }, network)))).flat(),
    addresses: await readGivenAddresses(database.read),
    incidents: incidents.map((row) => ({
      deposit: publicId('deposit', row.bucket, row.deposit_id),
      kind: row.kind === 1 ? 'no longer on the chain' : 'seen again with another amount',
      opened_at: row.opened_at,
    })),
    held: (await readHeldDeposits(database.read)).map(present),
  }
}

async function askNodes(session: Parameters<typeof readerOf>[0], network: Network) {
  const reader = readerOf(session, network)
  try {
    const tip = await reader.tip().then(
      (block) => block.height,
      () => null,
    )
    return reader.nodes().map((node) => ({
      network,
      url: node.url,
      tip: node.healthy ? tip : null,
      error: node.lastError === undefined ? null : withoutSecrets(node.lastError),
    }))
  } finally {
    reader.close()
  }
}

function describe({ chains, nodes, addresses, incidents, held }: Status): string {
  const parts = [
    chains.length === 0 ? 'No chain was read yet.' : table(CHAIN_HEADINGS, chains.map(chainCells)),
    ...chains.flatMap((chain) => [
      ...(chain.halted === null ? [] : [`${chain.network} is HALTED: ${chain.halted}`]),
      ...(chain.lastError === null ? [] : [`${chain.network}, ${shortTime(chain.lastErrorAt)}: ${chain.lastError}`]),
    ]),
  ]
  if (nodes.length > 0)
    parts.push(
      table(
        ['CHAIN', 'NODE', 'TIP', 'TROUBLE'],
        nodes.map((node) => [node.network, node.url, node.tip === null ? '' : String(node.tip), node.error ?? '']),
      ),
    )
  if (addresses.length > 0)
    parts.push(
      table(
        ['CHAIN', 'KEY', 'ADDRESSES UP TO INDEX'],
        addresses.map((each) => [each.network, each.keyId, each.nextIndex === 0 ? 'none' : String(each.nextIndex - 1)]),
      ),
    )
  if (incidents.length > 0)
    parts.push(
      table(
        ['INCIDENT', 'DEPOSIT', 'SINCE'],
        incidents.map((each) => [each.kind, each.deposit, shortTime(each.opened_at)]),
      ),
    )
  if (held.length > 0) parts.push(describeHeld(held))
  return parts.join('\n\n')
}

const CHAIN_HEADINGS = ['CHAIN', 'READ UP TO', 'TIP', 'BEHIND', 'WATCHED', 'WAITING', 'LAST BLOCK READ']

function chainCells(chain: ChainStatus): string[] {
  const { network, height, tip, behind, isWatched, waiting, movedAt } = chain
  return [
    network,
    String(height),
    String(tip),
    String(behind),
    isWatched ? 'yes' : 'no',
    String(waiting),
    shortTime(movedAt),
  ]
}
