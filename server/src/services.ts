// The services that every part of the process can use. They are made once at the start and passed along.
//
// This file imports nothing that uses it. The file that defines a service adds it to the interface (search for
// `interface Services`), so that a folder knows the services of the floors below it and no others by import.

import type { Logger } from 'pino'
import type { WallClock } from './clock.ts'

export interface Services {
  clock: WallClock
  log: Logger
}
