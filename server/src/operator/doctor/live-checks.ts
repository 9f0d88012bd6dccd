// Checks of settings that are fine in a sandbox but not once real money can be spent.

import { Environment } from '../../accounts/environments.ts'
import examples from '../../bins/catalogue.json' with { type: 'json' }
import type { Config } from '../../config/config.ts'
import { type WorkspaceLimit, workspaceLimits } from '../../config/rate-limits.ts'
import type { Sql } from '../../database/database.ts'
import { type Finding, ok, warning } from './finding.ts'

export async function checkLive(config: Config, sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ keys: number }[]>`
    select count(*)::integer as keys from api_keys where environment = ${Environment.production} and revoked_at is null`
  if (row!.keys === 0) return [ok('live keys', 'none')]
  return [ok('live keys', String(row!.keys)), checkLimits(config), checkAddress(config), await checkBins(sql)]
}

function checkLimits({ limits }: Config): Finding {
  const off = Object.entries(workspaceLimits).filter(([name]) => limits[name as WorkspaceLimit] === 0)
  if (off.length === 0) return ok('rate limits', 'on')
  const names = off.map(([, { variable }]) => variable).join(', ')
  return warning(
    'rate limits',
    `switched off while live keys exist: ${names}`,
    'a stolen key can then read every card in no time: leave them unset, or set a number',
  )
}

function checkAddress({ publicUrl }: Config): Finding {
  if (publicUrl?.startsWith('https:')) return ok('public address', publicUrl)
  const text = publicUrl === undefined ? 'CARDWRIGHT_PUBLIC_URL is not set' : `${publicUrl} is not https`
  return warning(
    'public address',
    `${text} while live keys exist`,
    'set CARDWRIGHT_PUBLIC_URL to the https address by which people reach the service: links, cookies and the pages that show numbers depend on it',
  )
}

async function checkBins(sql: Sql): Promise<Finding> {
  const prefixes = `{${examples.map((bin) => bin.prefix).join(',')}}`
  const rows = await sql<{ id: string }[]>`
    select id from bins where not retired and prefix = any(${prefixes}::text::text[]) order by position`
  if (rows.length === 0) return ok('BINs', 'none of the examples is offered')
  const text = `${rows.length} example BINs are offered while live keys exist; their numbers are not yours to issue`
  return warning('BINs', text, 'put the ranges of your sponsor bank into bins.json: docs/operating/bins.md')
}
