import { reverseOrphaned } from '../chains/reverse-orphaned.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { parseId, type Uuid } from '../ids.ts'
import { dollars } from '../money.ts'
import { type Command, withSchema } from './command.ts'
import { OperatorError } from './failures.ts'
import { recordAct } from './record-act.ts'
import { print } from './table.ts'

export const reverseDepositCommand: Command = {
  name: 'deposits reverse',
  summary: 'take back the credit of a deposit that is no longer on its chain',
  argument: 'ID',
  options: {},
  notes:
    'Only for a deposit that chains status shows as an incident. The wallet pays what it has; the rest is owed by the workspace and taken from its next wallet credits. Should the chain show the money again, it is a new deposit.',
  async run(input) {
    const id = parseId('deposit', input.argument)
    if (!id) throw new OperatorError(`${input.argument} is not the id of a deposit; an id begins with dep_`)
    const { takenCents, owedCents } = await withSchema(({ database }) =>
      database.transaction((tx) => reverse(tx, id, input.argument)),
    )
    print(`${input.argument} is reversed: ${amount(takenCents)} taken from the wallet, ${amount(owedCents)} owed.`)
  },
}

async function reverse(tx: Tx, id: { bucket: number; uuid: Uuid }, shownId: string) {
  const now = machineClock()
  const result = await reverseOrphaned(tx, id, now)
  if (!result.isDone) throw new OperatorError(`${shownId} was not reversed: ${result.why}`)
  const workspace = { bucket: id.bucket, id: result.deposit.workspace_id }
  await recordAct(tx, workspace, { action: 'deposit.reverse', subject: shownId, at: now })
  return result
}

function amount(cents: bigint): string {
  return `${dollars(cents).toFixed(2)} USD`
}
