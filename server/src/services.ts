// The services that every part of the process can use. They are made once at the start and passed along.

import type { Logger } from 'pino'
import type { BinDirectory } from './bins/bin-directory.ts'
import type { CardReader } from './cards/card-reader.ts'
import type { WallClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { DecisionHooks } from './decision-hook/decision-hooks.ts'
import type { AddressBook } from './deposits/address-book.ts'
import type { Engine } from './engine/engine.ts'
import type { SingleFlight } from './engine/single-flight.ts'
import type { LiveStreams } from './events/feed/live-streams.ts'
import type { Wake } from './events/wake.ts'
import type { Credentials } from './http/credentials.ts'
import type { Places } from './http/places.ts'
import type { RateLimiter } from './http/rate-limits/rate-limiter.ts'
import type { Metrics } from './metrics.ts'
import type { SignIn } from './people/better-auth.ts'
import type { Siblings } from './processes/siblings.ts'
import type { Processors } from './processors/processors.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { Tracer } from './tracing/tracer.ts'
import type { Vault } from './vault/vault.ts'

export type Services = {
  engine: Engine
  flights: SingleFlight
  config: Config
  database: Database
  vault: Vault
  bins: BinDirectory
  processors: Processors
  cards: CardReader
  decisionHooks: DecisionHooks
  credentials: Credentials
  signIn: SignIn
  limiter: RateLimiter
  addresses: AddressBook
  metrics: Metrics
  requestLog: RequestLog
  wake: Wake
  places: Places
  streams: LiveStreams
  /** The other processes under the same supervisor; undefined when this process is alone. */
  siblings: Siblings | undefined
  /** Undefined when tracing is off. */
  tracer: Tracer | undefined
  clock: WallClock
  log: Logger
}
