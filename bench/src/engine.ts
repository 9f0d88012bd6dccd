// Measures the engine alone: authorizations submitted in one process, without HTTP. It runs as a child process, so that
// it does not share an event loop with the bench.

import { pino } from 'pino'
import { findRoute, listAccounts } from '../../server/src/accounts/create-account.ts'
import { authorize } from '../../server/src/authorizations/authorize.ts'
import { readConfig } from '../../server/src/config/config.ts'
import type { Operation } from '../../server/src/engine/operation.ts'
import type { WorkspaceKey } from '../../server/src/ids.ts'
import { parseId, type Uuid } from '../../server/src/ids.ts'
import type { Services } from '../../server/src/services.ts'
import { openConnection } from '../../server/src/start/open-connection.ts'
import { openServices } from '../../server/src/start/start.ts'
import { merchantRow } from '../../server/src/transactions/merchant.ts'
import { presentTransaction } from '../../server/src/transactions/present-transaction.ts'

export type EnginePlan = { dataDir: string; cards: string[]; inFlight: number; seconds: number }
export type EngineResult = { count: number; serviceMicros: number }

process.once('message', async (plan: EnginePlan) => {
  const undo: (() => Promise<unknown>)[] = []
  const config = readConfig({ CARDWRIGHT_DATA_DIR: plan.dataDir })
  const log = pino({ level: 'error' })
  const services = await openServices(config, log, await openConnection(config, log, undo, 'operator'), undo)
  const [account] = await listAccounts(services.database.read)
  const workspace = (await findRoute(services.database.read, account!.id, 'sandbox'))!
  const cards = plan.cards.map((id) => parseId('card', id)!.uuid)
  await submitFor(services, workspace, cards, plan.inFlight, 1)
  const before = process.cpuUsage()
  const count = await submitFor(services, workspace, cards, plan.inFlight, plan.seconds)
  const { user, system } = process.cpuUsage(before)
  process.send!({ count, serviceMicros: user + system } satisfies EngineResult)
  for (const step of undo) await step()
  process.exit(0)
})

async function submitFor(
  services: Services,
  workspace: WorkspaceKey,
  cards: Uuid[],
  inFlight: number,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let sent = 0
  let approved = 0
  const one = async () => {
    while (performance.now() < end) {
      const { text } = await services.engine.submit(authorization(services, workspace, cards[sent++ % cards.length]!))
      if (text.startsWith('{"approved":true')) approved += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return approved
}

const shop = { name: 'Bench', mcc: '7311', country: 'US' }

/** The operation that the sandbox's route submits, for one cent. */
function authorization({ bins }: Services, workspace: WorkspaceKey, cardId: Uuid): Operation {
  const decided = (body: object) => ({
    status: 201,
    text: JSON.stringify(body),
    isRefusal: false,
    isKept: true,
    isSecret: false,
  })
  return {
    workspace,
    key: undefined,
    needs: { cards: [cardId], wallet: true },
    withinMs: 1_500,
    wakes: 'events',
    refuse: (refusal) => decided(refusal),
    decide({ card, workspace: wallet, changes, now }) {
      const maxTransaction = bins.get(card.bin_id)!.maxTransactionCents
      const asked = { amount: 1n, maxTransaction, alreadyHeld: 0n, partial: false }
      const merchant = merchantRow(changes, workspace, shop)
      const { approved, declineReason, transaction } = authorize(changes, wallet, card, merchant, asked, now)
      const shown = presentTransaction(transaction, merchant)
      return decided({ approved, decline_reason: declineReason, transaction: shown })
    },
  }
}
