import { CommandError } from '../../../cli/src/framework/failures.ts'
import { reverseOrphaned } from '../chains/reverse-orphaned.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { parseId, type Uuid } from '../ids.ts'
import { dollars } from '../money.ts'
import { type Command, withSchema } from './command.ts'
import { recordAct } from './record-act.ts'

export const reverseDepositCommand: Command = {
  name: 'deposits reverse',
  summary: 'reverse the credit of a deposit that is no longer on its chain',
  args: ['ID'],
  options: {},
  notes:
    'Use it only for a deposit that chains status shows as an incident. The wallet pays as much as it has; the workspace owes the rest,\nwhich is taken from its next wallet credits. If the payment appears on the chain again, it is a new deposit.',
  async run(call) {
    const id = parseId('deposit', call.args[0]!)
    if (!id) throw new CommandError(`${call.args[0]!} is not the id of a deposit; an id begins with dep_`)
    const { takenCents, owedCents } = await withSchema(call, ({ database }) =>
      database.transaction((tx) => reverse(tx, id, call.args[0]!)),
    )
    call.print(`${call.args[0]!} is reversed: ${amount(takenCents)} taken from the wallet, ${amount(owedCents)} owed.`)
  },
}

async function reverse(tx: Tx, id: { bucket: number; uuid: Uuid }, shownId: string) {
  const now = machineClock()
  const result = await reverseOrphaned(tx, id, now)
  if (!result.isDone) throw new CommandError(`${shownId} was not reversed: ${result.why}`)
  const workspace = { bucket: id.bucket, id: result.deposit.workspace_id }
  await recordAct(tx, workspace, { action: 'deposit.reverse', subject: shownId, at: now })
  return result
}

function amount(cents: bigint): string {
  return `${dollars(cents).toFixed(2)} USD`
}
