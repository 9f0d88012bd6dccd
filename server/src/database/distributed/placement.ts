// Where each table lies on a distributed database. The rows of tenants are spread by their bucket, all tables alike, so that
// whatever belongs to a workspace lies on one server. Every other table is named here, with its place.

/** `spread`: over the servers by this column. `everywhere`: a whole copy on each. `here`: on the coordinator alone. */
export type Placement = { kind: 'spread'; by: string } | { kind: 'everywhere' } | { kind: 'here' }

export const BUCKET = 'bucket'

/** One row for each card, found by one value that says nothing about a bucket. */
const SPREAD: Record<string, string> = { card_number_routes: 'number_index', processor_card_routes: 'external_id' }

/** Small, and seldom written: a write goes to every server and is committed in two phases. */
const EVERYWHERE = new Set([
  'accounts',
  'address_keys',
  'api_keys',
  'audit_sealing',
  'bins',
  'currency_prices',
  'data_keys',
  'deposit_address_routes',
  'user_credentials',
  'user_passkeys',
  'user_second_factors',
  'users',
  'workspace_routes',
])

/** Written all the time by few, or by statements that only one server can carry out; joined with no rows of tenants. */
const HERE = new Set([
  'chain_arrivals',
  'chain_balances',
  'chain_blocks',
  'chain_cursors',
  'processor_holders',
  'processor_minutes',
  'processor_parked',
  'processor_states',
  'readiness_probes',
  'schema_migrations',
  'sign_in_failures',
  'user_links',
  'user_sessions',
  'user_verifications',
  // The next free leases are locked together, whichever buckets they are of: no statement can do so on several servers.
  'webhook_leases',
  'webhook_workers',
])

export type TableOfSchema = { name: string; hasBucketFirst: boolean }

/** Undefined for a table that nobody has placed: a new one without a bucket has to be named above. */
export function placementOf({ name, hasBucketFirst }: TableOfSchema): Placement | undefined {
  if (HERE.has(name)) return { kind: 'here' }
  if (EVERYWHERE.has(name)) return { kind: 'everywhere' }
  const by = SPREAD[name] ?? (hasBucketFirst ? BUCKET : undefined)
  return by === undefined ? undefined : { kind: 'spread', by }
}

/** Names that are placed here, for a test that none of them is left over. */
export const placedByName: readonly string[] = [...Object.keys(SPREAD), ...EVERYWHERE, ...HERE]
