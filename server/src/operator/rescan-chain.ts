import { CommandError, UsageError } from '../../../cli/src/framework/failures.ts'
import { type Network, networkCodes, networkNames } from '../currencies/networks.ts'
import type { Tx } from '../database/database.ts'
import { type Command, withSchema } from './command.ts'

export const rescanChain: Command = {
  name: 'chains rescan',
  summary: 'read a chain again from a block on, which also ends a halt',
  args: [networkNames.join('|')],
  options: { from: { kind: 'text', value: 'HEIGHT', help: 'the first block to read again', required: true } },
  notes:
    'The watcher does this in its next round. Nothing is credited twice. Use it for payments from before the first start of the watcher,\nand after a halt, from a block below the point where the chains split.',
  async run(call) {
    const network = networkNames.find((name) => name === call.args[0]!)
    if (!network) throw new UsageError(`the chain must be one of: ${networkNames.join(', ')}`)
    const from = Number(call.text('from'))
    if (!Number.isSafeInteger(from) || from < 1)
      throw new UsageError('--from must be the height of a block, 1 or higher')
    await withSchema(call, ({ database }) => database.transaction((tx) => ask(tx, network, from)))
    call.print(`${network} is read again from block ${from} on, by the watcher's next round.`)
  },
}

async function ask(tx: Tx, network: Network, from: number): Promise<void> {
  const [cursor] = await tx<{ height: bigint }[]>`
    select height from chain_cursors where network = ${networkCodes[network]} for no key update`
  if (!cursor) throw new CommandError(`${network} was never watched; start a worker with its nodes configured first`)
  if (from > Number(cursor.height) + 1)
    throw new CommandError(
      `${network} was read up to block ${cursor.height}; there is nothing to read again from ${from} on`,
    )
  await tx`update chain_cursors set rescan_from = ${from} where network = ${networkCodes[network]}`
}
