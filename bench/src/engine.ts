// The engine alone: authorizations submitted to the lane in one process, without HTTP. Run as a child, so that
// the bench itself does not share its event loop.

import { pino } from 'pino'
import { findRoute, listAccounts } from '../../server/src/accounts/create-account.ts'
import type { Workspace } from '../../server/src/accounts/workspace.ts'
import { readConfig } from '../../server/src/config.ts'
import { parseId, type Uuid } from '../../server/src/ids.ts'
import { openConnection } from '../../server/src/open-connection.ts'
import { openServices } from '../../server/src/start.ts'

export type EnginePlan = { dataDir: string; cards: string[]; inFlight: number; seconds: number }

process.once('message', async (plan: EnginePlan) => {
  const undo: (() => Promise<unknown>)[] = []
  const config = readConfig({ CARDWRIGHT_DATA_DIR: plan.dataDir })
  const log = pino({ level: 'error' })
  const services = await openServices(config, log, await openConnection(config, log, undo, 'operator'), undo)
  const [account] = await listAccounts(services.database.read)
  const route = await findRoute(services.database.read, account!.id, 'sandbox')
  const workspace: Workspace = {
    ...route!,
    accountId: account!.id,
    environment: 'sandbox',
    actor: 'bench',
    readOnly: false,
    limitScope: 'bench',
  }
  const cards = plan.cards.map((id) => parseId('card', id)!.uuid)
  await submitFor(services.lanes, workspace, cards, plan.inFlight, 1)
  const count = await submitFor(services.lanes, workspace, cards, plan.inFlight, plan.seconds)
  process.send!(count / plan.seconds)
  for (const step of undo) await step()
  process.exit(0)
})

type Lanes = { submit(item: import('../../server/src/authorizations/lane-item.ts').Item): Promise<{ text: string }> }

async function submitFor(
  lanes: Lanes,
  workspace: Workspace,
  cards: Uuid[],
  inFlight: number,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let sent = 0
  let approved = 0
  const merchant = { name: 'Bench', mcc: '7311', country: 'US' }
  const one = async () => {
    while (performance.now() < end) {
      const cardId = cards[sent++ % cards.length]
      const { text } = await lanes.submit({
        workspace,
        cardId,
        amount: 1n,
        merchant,
        partial: false,
        idempotent: undefined,
      })
      if (text.startsWith('{"approved":true')) approved += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return approved
}
