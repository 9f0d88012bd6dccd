// Where each table lies on a distributed database. The rows of tenants are spread by their bucket, all tables alike, so that
// whatever belongs to a workspace lies on one server. Every other table is named here, with its place.

/** `spread`: over the servers by this column. `everywhere`: a whole copy on each. `here`: on the coordinator alone. */
export type Placement = { kind: 'spread'; by: string } | { kind: 'everywhere' } | { kind: 'here' }

export const BUCKET = 'bucket'

/** One row for each card, found by one value that says nothing about a bucket. */
const SPREAD: Record<string, string> = { card_number_routes: 'number_index', processor_card_routes: 'external_id' }

/**
 * Small, and hardly ever written: a write goes to every server, and transactions that write one of these tables wait for each
 * other until their commit. Measured with accounts and keys placed so: a few made at once ran out of time.
 */
const EVERYWHERE = new Set(['audit_sealing', 'bins', 'currency_prices', 'data_keys'])

/**
 * On the coordinator, through which the service goes anyway: written by requests, people or watchers, and joined with no rows of
 * tenants but by a chain's watcher. The next free leases are locked together, whichever buckets they are of, which no statement
 * can do on several servers.
 */
const HERE = new Set([
  'accounts',
  'address_keys',
  'api_keys',
  'chain_arrivals',
  'chain_balances',
  'chain_blocks',
  'chain_cursors',
  'deposit_address_routes',
  'mail_outbox',
  'processor_holders',
  'processor_minutes',
  'processor_parked',
  'processor_states',
  'readiness_probes',
  'schema_migrations',
  'sign_in_failures',
  'user_credentials',
  'user_links',
  'user_notification_settings',
  'user_passkeys',
  'user_second_factors',
  'user_sessions',
  'user_verifications',
  'users',
  'webhook_leases',
  'webhook_workers',
  'workspace_routes',
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
