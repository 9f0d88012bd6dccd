// Where each table is stored in a distributed database. The rows of all tenant tables are spread by their bucket, so that
// everything of a workspace is on one server. Every other table is named here, with its place.

/** `spread`: over the servers by this column. `everywhere`: a whole copy on each. `here`: on the coordinator alone. */
export type Placement = { kind: 'spread'; by: string } | { kind: 'everywhere' } | { kind: 'here' }

export const BUCKET = 'bucket'

/** These have one row per card, found by a value that does not tell the bucket. */
const SPREAD: Record<string, string> = { card_number_routes: 'number_index', processor_card_routes: 'external_id' }

/**
 * Small tables that are hardly ever written. A write goes to every server, and transactions that write one of these tables
 * wait for each other until they commit. When accounts and keys were placed this way, creating a few at once timed out.
 */
const EVERYWHERE = new Set(['audit_sealing', 'bins', 'currency_prices', 'data_keys'])

/**
 * On the coordinator, through which every statement of the service goes anyway. These tables are written by requests, people or
 * watchers, and only a chain's watcher joins them with tenants' rows. The next free leases are locked together, whatever their
 * buckets, which no statement could do on several servers.
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
  'link_mails',
  'mail_outbox',
  'processor_holder_keys',
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
  'user_past_passwords',
  'user_second_factors',
  'user_sessions',
  'user_verifications',
  'user_views',
  'users',
  'webhook_leases',
  'webhook_workers',
  'workspace_routes',
])

export type TableOfSchema = { name: string; hasBucketFirst: boolean }

/** Undefined for a table without a place: a new table without a bucket has to be named above. */
export function placementOf({ name, hasBucketFirst }: TableOfSchema): Placement | undefined {
  if (HERE.has(name)) return { kind: 'here' }
  if (EVERYWHERE.has(name)) return { kind: 'everywhere' }
  const by = SPREAD[name] ?? (hasBucketFirst ? BUCKET : undefined)
  return by === undefined ? undefined : { kind: 'spread', by }
}

/** Names that are placed here, for a test that none of them is left over. */
export const placedByName: readonly string[] = [...Object.keys(SPREAD), ...EVERYWHERE, ...HERE]
