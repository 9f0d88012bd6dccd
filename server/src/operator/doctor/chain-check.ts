// Deposits from chains: incomplete configuration, and what waits for an operator.

import { readChainStatus, readHeldDeposits, readOpenIncidents } from '../../chains/chain-status.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-values.ts'
import type { Sql } from '../../database/database.ts'
import { readPoolFile } from '../../deposits/address-book.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export async function checkChains({ chains }: Config, sql: Sql): Promise<Finding[]> {
  const { rpcUrls, btcKey, ethKey, solPoolFile } = chains
  const halves = [
    ['BTC_XPUB', btcKey, 'BITCOIN_RPC_URLS', rpcUrls.bitcoin],
    ['ETH_XPUB', ethKey, 'ETHEREUM_RPC_URLS', rpcUrls.ethereum],
    ['SOL_ADDRESS_POOL', solPoolFile, 'SOLANA_RPC_URLS', rpcUrls.solana],
  ] as const
  const findings = halves.flatMap(([key, value, nodes, urls]) =>
    value !== undefined && urls.length === 0
      ? [
          warning(
            'chains',
            `${key} is set and ${nodes} is not: the service gives out addresses that nothing watches`,
            `set ${nodes}`,
          ),
        ]
      : [],
  )
  if (solPoolFile !== undefined) findings.push(...checkPool(solPoolFile))
  for (const { network, halted } of await readChainStatus(sql)) {
    if (halted !== null)
      findings.push(problem('chains', `${network} is halted: ${halted}`, 'docs/operating/deposits.md'))
  }
  const held = await readHeldDeposits(sql)
  if (held.length > 0)
    findings.push(warning('chains', `${held.length} deposits are held and not credited`, 'see: deposits held'))
  const incidents = await readOpenIncidents(sql)
  if (incidents.length > 0)
    findings.push(
      problem('chains', `${incidents.length} credited deposits are no longer on their chain`, 'see: chains status'),
    )
  return findings.length > 0 ? findings : [ok('chains', 'nothing waits for an operator')]
}

function checkPool(path: string): Finding[] {
  try {
    readPoolFile(path)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [problem('chains', error.message, 'make one with: addresses pool')]
  }
}
