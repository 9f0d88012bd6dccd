import { CommandError } from '../../../cli/src/framework/failures.ts'
import { type HeldDeposit, readHeldDeposits } from '../chains/chain-status.ts'
import { releaseArrival } from '../chains/hold-arrivals.ts'
import { machineClock } from '../clock.ts'
import { formatCryptoAmount } from '../currencies/currencies.ts'
import type { Tx } from '../database/database.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { type Command, json, withSchema } from './command.ts'
import { recordAct } from './record-act.ts'
import { shortTime, table } from './table.ts'

export const heldDeposits: Command = {
  name: 'deposits held',
  summary: 'list deposits that are held until their checks pass or an operator releases them',
  options: { json },
  async run(call) {
    const held = (await withSchema(call, ({ database }) => readHeldDeposits(database.read))).map(present)
    if (call.flag('json')) call.printJson(held)
    else call.print(held.length === 0 ? 'No deposit is held.' : describeHeld(held))
  },
}

type Shown = ReturnType<typeof present>

export function present(row: HeldDeposit) {
  return {
    deposit: publicId('deposit', row.bucket, row.depositId),
    amount: `${formatCryptoAmount(row.currency, row.amountBase)} ${row.currency}`,
    tx_hash: row.txHash,
    held_since: row.heldSince,
    is_released: row.isReleased,
    why: row.heldBecause,
  }
}

export function describeHeld(held: readonly Shown[]): string {
  return table(
    ['HELD DEPOSIT', 'AMOUNT', 'SINCE', 'TRANSACTION', 'WHY'],
    held.map((each) => [
      each.deposit,
      each.amount,
      shortTime(each.held_since),
      each.tx_hash,
      each.is_released ? `released; was: ${each.why}` : each.why,
    ]),
  )
}

export const releaseDeposit: Command = {
  name: 'deposits release',
  summary: 'credit a held deposit although a check failed',
  args: ['ID'],
  options: {},
  notes:
    'First look up the transaction in a source other than your nodes. The next round of the watcher credits the deposit at the price of\nthat moment. A release is for the amount that deposits held shows, and is recorded in the audit log of the workspace.',
  async run(call) {
    const id = parseId('deposit', call.args[0]!)
    if (!id) throw new CommandError(`${call.args[0]!} is not the id of a deposit; an id begins with dep_`)
    await withSchema(call, ({ database }) => database.transaction((tx) => release(tx, id, call.args[0]!)))
    call.print(`${call.args[0]!} is released: the watcher credits it in its next round.`)
  },
}

async function release(tx: Tx, id: { bucket: number; uuid: Uuid }, shownId: string): Promise<void> {
  const result = await releaseArrival(tx, id)
  if (!result.isDone) throw new CommandError(`${shownId} was not released: ${result.why}`)
  const workspace = { bucket: id.bucket, id: result.workspaceId }
  await recordAct(tx, workspace, { action: 'deposit.release', subject: shownId, at: machineClock() })
}
