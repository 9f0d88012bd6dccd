import type { Logger } from 'pino'
import { BinCatalogueError } from './bins/catalogue.ts'
import { ConfigError } from './config.ts'
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres.ts'
import { MigrationError } from './database/migrate.ts'
import { describeFailure } from './log.ts'
import { KeyFileError } from './vault/key-file.ts'
import { VaultError } from './vault/vault.ts'

/** One of the processes of a service could not start, and has said why. */
export class StartFailed extends Error {}

/** What an operator can mend is told in one sentence; only what we did not foresee shows where it happened. */
export function logStartFailure(log: Logger, error: unknown): void {
  if (isForOperators(error)) log.fatal(error.message)
  else log.fatal(describeFailure(error), 'could not start')
}

function isForOperators(error: unknown): error is Error {
  const foreseen = [
    BinCatalogueError,
    ConfigError,
    EmbeddedPostgresError,
    MigrationError,
    KeyFileError,
    StartFailed,
    VaultError,
  ]
  return foreseen.some((type) => error instanceof type) || (error as { code?: string }).code === 'EADDRINUSE'
}
