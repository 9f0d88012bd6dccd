// One round of the worker for all processors together. The worker itself has a loop for each.

import * as reading from '../../src/card-network/catch-up.ts'
import * as pushing from '../../src/processors/observed-states.ts'
import type { Services } from '../../src/services.ts'

export async function pushStates(services: Services): Promise<void> {
  await Promise.all(services.processors.all().map((processor) => pushing.pushStates(services, processor)))
}

export async function catchUp(services: Services): Promise<void> {
  await Promise.all(services.processors.all().map((processor) => reading.catchUp(services, processor)))
}
