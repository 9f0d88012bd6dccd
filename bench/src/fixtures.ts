// Prepares the load: cards with money and an open authorization, in one workspace or in many.

import { createApiKey } from '../../server/src/accounts/api-keys.ts'
import { createAccount } from '../../server/src/accounts/create-account.ts'
import { connect, openDatabase } from '../../server/src/database/database.ts'
import { readShardMap } from '../../server/src/database/distributed/shard-map.ts'
import type { ShardMap } from '../../server/src/database/distributed/shards.ts'
import { showProgress } from './progress.ts'
import { type Bench, KEY } from './service.ts'

type Call = (path: string, body: object, key?: string) => Promise<Record<string, unknown>>

export function callerOf({ port }: Bench): Call {
  return async (path, body, key = KEY) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
}

const deposit = (usdt: number) => ({ currency: 'usdt', amount_crypto: String(usdt), confirm: true })
const merchant = { name: 'Bench', mcc: '7311', country: 'US' }

/** A card with a thousand dollars and an open authorization, and the key of its workspace. */
export type WalletCard = { id: string; key: string; hold: string }

async function makeCard(call: Call, key: string): Promise<WalletCard> {
  const card = await call('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1000 }, key)
  const answer = await call('/sandbox/authorizations', { card_id: card.id, amount: 400, merchant }, key)
  return { id: card.id as string, key, hold: (answer.transaction as { id: string }).id }
}

/** The rest of the wallet pays for the cards that the load creates and funds. */
export async function prepareCards(bench: Bench, count: number, key: string = KEY): Promise<WalletCard[]> {
  const call = callerOf(bench)
  for (let n = 0; n < 20; n++) await call('/sandbox/deposits', deposit(1_000_000), key)
  const progress = showProgress('making cards', count)
  const made: WalletCard[] = []
  await inParallel(count, 32, async () => {
    made.push(await makeCard(call, key))
    progress.step()
  })
  progress.done()
  return made
}

export async function prepareWorkspaces(bench: Bench, count: number): Promise<WalletCard[]> {
  const call = callerOf(bench)
  const shards = await readShardsAt(bench.connection)
  const database = openDatabase(bench.connection, { read: 4, write: 4 }, { shards })
  const progress = showProgress('making workspaces', count)
  const made: WalletCard[] = []
  const holder = {
    name: 'Bench',
    holderName: 'Bench',
    billingAddress: { line1: '', city: '', state: '', zip: '', country: 'US' },
  }
  await inParallel(count, 4, async () => {
    const { key } = await database.transaction(async (tx) => {
      const { id } = await createAccount(tx, { ...holder, now: new Date() })
      return createApiKey(tx, { accountId: id, environment: 'sandbox', name: 'bench', now: new Date() })
    })
    await call('/sandbox/deposits', deposit(2000), key)
    made.push(await makeCard(call, key))
    progress.step()
  })
  progress.done()
  await database.close()
  return made
}

async function readShardsAt(connection: Bench['connection']): Promise<ShardMap | undefined> {
  const sql = connect(connection, { max: 1 })
  const shards = await readShardMap(sql)
  await sql.end()
  return shards
}

async function inParallel(count: number, lanes: number, run: () => Promise<unknown>): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
