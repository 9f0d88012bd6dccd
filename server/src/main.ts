// npm start

import './hide-environment.ts'
import { BinCatalogueError } from './bins/catalogue.ts'
import { ConfigError, readConfig } from './config.ts'
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres.ts'
import { MigrationError } from './database/migrate.ts'
import { environment } from './environment.ts'
import { createLog, describeFailure } from './log.ts'
import { type Running, startService } from './start.ts'
import { KeyFileError } from './vault/key-file.ts'
import { VaultError } from './vault/vault.ts'

const HELP = `Cardwright, a service that issues virtual cards.

  npm start                        serve everything on http://127.0.0.1:8080
  npm start -- --role api|worker   only the API, or only the background work
  npm run cardwright -- --help     commands for operators

Settings are environment variables; docs/operating/configuration.md lists them.`

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}

const log = createLog()
try {
  const running = await startService(readConfig(environment, process.argv.slice(2)), log)
  stopOnSignal(running)
  log.info({ url: `${running.url}/v1` }, 'listening')
  const banner = bannerOf(running)
  if (banner) console.log(banner)
} catch (error) {
  // What an operator can mend is told in one sentence; only what we did not foresee shows where it happened.
  if (isForOperators(error)) log.fatal(error.message)
  else log.fatal(describeFailure(error), 'could not start')
  process.exitCode = 1
}

function isForOperators(error: unknown): error is Error {
  const foreseen = [BinCatalogueError, ConfigError, EmbeddedPostgresError, MigrationError, KeyFileError, VaultError]
  return foreseen.some((type) => error instanceof type) || (error as { code?: string }).code === 'EADDRINUSE'
}

function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'finishing what is in flight')
    running.stop().then(
      () => process.exit(0),
      (error) => {
        log.error(describeFailure(error), 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** What is shown only this once: the first key, and the link by which the first person joins. */
function bannerOf({ url, services, firstStart: { sandboxKey, joinPath } }: Running): string | undefined {
  const dashboard = joinPath && `Dashboard  ${services.config.publicUrl ?? url}${joinPath}`
  if (sandboxKey === undefined)
    return dashboard && `\n  Nobody has joined yet. Open this link to be the first:\n\n    ${dashboard}\n`
  return `
  Cardwright is running. A demo account was made; its sandbox wallet holds 24,750.00 USD.

    API        ${url}/v1
    Reference  ${url}/docs
    Key        ${sandboxKey}      (sandbox; shown only this once)${dashboard ? `\n    ${dashboard}      (to join as its owner; works once)` : ''}

  Your first card:

    curl ${url}/v1/cards -H 'Authorization: Bearer ${sandboxKey}' \\
      -H 'Content-Type: application/json' -d '{"bin_id":"bin_visa_us_prepaid_1","amount":100}'
`
}
