// What the load needs before it starts: cards with money on them, and workspaces with a key each.

import { createApiKey } from '../../server/src/accounts/api-keys.ts'
import { createAccount } from '../../server/src/accounts/create-account.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { showProgress } from './progress.ts'
import { type Bench, KEY } from './service.ts'

type Call = (path: string, body: object, key?: string) => Promise<{ id: string }>

function callerOf({ port }: Bench): Call {
  return async (path, body, key = KEY) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
}

const deposit = (usdt: number) => ({ currency: 'usdt', amount_crypto: String(usdt), confirm: true })
const card = { bin_id: 'bin_visa_us_prepaid_1', amount: 1000 }

export async function prepareCards(bench: Bench, count: number): Promise<string[]> {
  const call = callerOf(bench)
  await call('/sandbox/deposits', deposit(count * 1100))
  const progress = showProgress('making cards', count)
  const ids: string[] = []
  await inParallel(count, 16, async () => {
    ids.push((await call('/cards', card)).id)
    progress.step()
  })
  progress.done()
  return ids
}

export type WorkspaceCard = { key: string; card: string }

export async function prepareWorkspaces(bench: Bench, count: number): Promise<WorkspaceCard[]> {
  const call = callerOf(bench)
  const database = openDatabase(bench.connection, { read: 4, write: 4 })
  const progress = showProgress('making workspaces', count)
  const made: WorkspaceCard[] = []
  const holder = {
    name: 'Bench',
    holderName: 'Bench',
    billingAddress: { line1: '', city: '', state: '', zip: '', country: 'US' },
  }
  await inParallel(count, 16, async () => {
    const { key } = await database.transaction(async (tx) => {
      const { id } = await createAccount(tx, { ...holder, now: new Date() })
      return createApiKey(tx, { accountId: id, environment: 'sandbox', name: 'bench', now: new Date() })
    })
    await call('/sandbox/deposits', deposit(2000), key)
    made.push({ key, card: (await call('/cards', card, key)).id })
    progress.step()
  })
  progress.done()
  await database.close()
  return made
}

async function inParallel(count: number, lanes: number, run: () => Promise<unknown>): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
