// The BINs are written to the database from the catalogue at every start, and read from memory afterwards. They
// change only at a start, so no request has to query them.

import { isDeepStrictEqual } from 'node:util'
import type postgres from 'postgres'
import { Environment, type EnvironmentName, environmentName } from '../accounts/environments.ts'
import type { Sql } from '../database/database.ts'
import { ownerTransaction } from '../database/owner-transaction.ts'
import { dollars } from '../money.ts'
import { BinCatalogueError, type BinDefinition } from './catalogue.ts'

declare module '../services.ts' {
  interface Services {
    bins: BinDirectory
  }
}

export type Bin = BinDefinition & { permutationVersion: number; retired: boolean }

export class BinDirectory {
  readonly #bins: Map<string, Bin>

  constructor(bins: Bin[]) {
    this.#bins = new Map(bins.map((bin) => [bin.id, bin]))
  }

  /** Includes BINs that are no longer offered, since their cards stay in use. */
  get(id: string): Bin | undefined {
    return this.#bins.get(id)
  }

  /** The BINs that a new card in this environment can have, in the order of the catalogue. */
  offered(environment: EnvironmentName): Bin[] {
    return this.all().filter((bin) => !bin.retired && bin.environment === environment)
  }

  all(): Bin[] {
    return [...this.#bins.values()]
  }
}

/**
 * `owner` must own the schema, since each BIN has a sequence of its own that counts its card numbers. A BIN that the
 * catalogue no longer names is retired, not removed. The prefix and the permutation of an id never change, or card numbers
 * could repeat.
 */
export async function writeCatalogue(
  owner: postgres.Sql,
  catalogue: BinDefinition[],
  permutationVersion: number,
): Promise<void> {
  await ownerTransaction(owner, async (tx) => {
    // Without the lock, two processes that start at once would both try to create the sequences.
    await tx`lock table bins in exclusive mode`
    const known = new Map(
      (await tx<{ id: string; prefix: string }[]>`select id, prefix from bins`).map((row) => [row.id, row.prefix]),
    )
    for (const [position, bin] of catalogue.entries()) {
      const prefix = known.get(bin.id)
      if (prefix !== undefined && prefix !== bin.prefix)
        throw new BinCatalogueError(
          `the prefix of BIN ${bin.id} was ${prefix} and cannot become ${bin.prefix}: give the new range an id of its own`,
        )
      await upsertBin(tx, bin, position, permutationVersion)
      await tx.unsafe(`create sequence if not exists ${cardSequence(bin.id)} as bigint minvalue 0 start 0 no cycle`)
      await tx.unsafe(`grant usage on sequence ${cardSequence(bin.id)} to cardwright_service`)
    }
    await tx`update bins set retired = true where id <> all(${`{${catalogue.map((bin) => bin.id).join(',')}}`}::text::text[])`
  })
}

/** For a login that may not write the catalogue. Throws unless the owner has written this same catalogue. */
export async function requireCatalogue(sql: Sql, catalogue: BinDefinition[]): Promise<void> {
  const stored = (await readBinDirectory(sql))
    .all()
    .filter((bin) => !bin.retired)
    .map(({ permutationVersion, retired, ...bin }) => bin)
  if (isDeepStrictEqual(stored, catalogue)) return
  throw new BinCatalogueError(
    'the BINs of the catalogue are not those of the database; run migrate with DATABASE_OWNER_URL set and the same data folder: the login of DATABASE_URL may not change them',
  )
}

function upsertBin(tx: postgres.ReservedSql, bin: BinDefinition, position: number, permutationVersion: number) {
  const bestFor = `{${bin.bestFor.map((each) => JSON.stringify(each)).join(',')}}`
  return tx`
    insert into bins (id, position, prefix, length, network, type, issuer_country, apple_pay, google_pay, max_transaction_cents,
      max_monthly_cents, acceptance_rate, best_for, permutation_version, processor, environment)
    values (${bin.id}, ${position}, ${bin.prefix}, ${bin.length}, ${bin.network}, ${bin.type}, ${bin.issuerCountry}, ${bin.applePay},
      ${bin.googlePay}, ${String(bin.maxTransactionCents)}::text::bigint, ${String(bin.maxMonthlyCents)}::text::bigint, ${bin.acceptanceRate},
      ${bestFor}::text::text[], ${permutationVersion}, ${bin.processor}, ${Environment[bin.environment]})
    on conflict (id) do update set position = excluded.position, network = excluded.network, type = excluded.type,
      issuer_country = excluded.issuer_country, apple_pay = excluded.apple_pay, google_pay = excluded.google_pay,
      max_transaction_cents = excluded.max_transaction_cents, max_monthly_cents = excluded.max_monthly_cents,
      acceptance_rate = excluded.acceptance_rate, best_for = excluded.best_for, processor = excluded.processor, environment = excluded.environment, retired = false`
}

/** The sequence that counts the numbers issued from a BIN. Gaps are fine. */
export function cardSequence(binId: string): string {
  return `card_numbers_${binId}`
}

export async function readBinDirectory(sql: Sql): Promise<BinDirectory> {
  const rows = await sql<BinRow[]>`
    select id, prefix, length, network, type, issuer_country, apple_pay, google_pay, max_transaction_cents, max_monthly_cents,
      acceptance_rate, to_json(best_for) as best_for, permutation_version, retired, processor, environment
    from bins order by position, id`
  return new BinDirectory(rows.map(fromRow))
}

type BinRow = {
  id: string
  prefix: string
  length: number
  network: Bin['network']
  type: Bin['type']
  issuer_country: string
  apple_pay: boolean
  google_pay: boolean
  max_transaction_cents: bigint
  max_monthly_cents: bigint
  acceptance_rate: number
  best_for: string[]
  permutation_version: number
  retired: boolean
  processor: string
  environment: number
}

function fromRow(row: BinRow): Bin {
  return {
    id: row.id,
    prefix: row.prefix,
    length: row.length,
    network: row.network,
    type: row.type,
    issuerCountry: row.issuer_country,
    threeDs: true,
    applePay: row.apple_pay,
    googlePay: row.google_pay,
    maxTransactionCents: row.max_transaction_cents,
    maxMonthlyCents: row.max_monthly_cents,
    acceptanceRate: row.acceptance_rate,
    bestFor: row.best_for,
    permutationVersion: row.permutation_version,
    retired: row.retired,
    processor: row.processor,
    environment: environmentName(row.environment),
  }
}

export function presentBin(bin: Bin) {
  return {
    id: bin.id,
    network: bin.network,
    type: bin.type,
    issuer_country: bin.issuerCountry,
    '3ds': bin.threeDs,
    apple_pay: bin.applePay,
    google_pay: bin.googlePay,
    max_transaction: dollars(bin.maxTransactionCents),
    max_monthly: dollars(bin.maxMonthlyCents),
    acceptance_rate: bin.acceptanceRate,
    best_for: bin.bestFor,
  }
}
