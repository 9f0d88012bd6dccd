// Which addresses are ours.

import { networkCodes } from '../currencies/networks.ts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Watched } from './chain-reader.ts'
import type { Watcher } from './watcher.ts'

const MAX_ASKED = 5_000

/** Queries the database each time, since an address is stored before anybody is told about it. */
export function watchedBy({ database, reader }: Watcher): Watched {
  return async (addresses) => {
    const ours = new Set<string>()
    for (let from = 0; from < addresses.length; from += MAX_ASKED) {
      const rows = await selectOurs(
        database.readByKey,
        networkCodes[reader.network],
        addresses.slice(from, from + MAX_ASKED),
      )
      for (const { address } of rows) ours.add(address)
    }
    return ours
  }
}

function selectOurs(sql: Sql, network: number, addresses: string[]) {
  return sql<{ address: string }[]>`
    select r.address from unnest(${textArray(addresses)}::text::text[]) as asked (address)
    join deposit_address_routes r on r.network = ${network} and r.address = asked.address`
}
