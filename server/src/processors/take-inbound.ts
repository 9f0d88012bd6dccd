// Everything a processor tells us that is no question, whichever way it came: by a message to our door, or on a page of news.

import type { Services } from '../services.ts'
import type { Inbound } from './inbound.ts'
import { noteCardState } from './observed-states.ts'
import { openOutsideChallenge } from './outside-challenges.ts'
import { park } from './parked.ts'
import type { Processor } from './processor.ts'
import { takeReport } from './take-report.ts'

/** Resolves once it is in the books, or parked: whoever sent it need not send it again. */
export async function takeInbound(services: Services, processor: Processor, inbound: Inbound): Promise<void> {
  if (inbound.type === 'report') {
    const { report } = inbound
    const notFolded = await takeReport(services, processor.name, report)
    services.processors.metrics.reports.inc({ processor: processor.name, outcome: notFolded ? 'parked' : 'folded' })
    if (notFolded) await park(services, processor.name, report, notFolded)
  } else if (inbound.type === 'challenge') await openOutsideChallenge(services, processor, inbound.challenge)
  else if (inbound.type === 'card') await noteCardState(services, processor, inbound)
  else if (inbound.type === 'thin' && !inbound.isQuestion) await takeAll(services, processor, inbound.reference)
}

async function takeAll(services: Services, processor: Processor, reference: string): Promise<void> {
  for (const each of await processor.fetch(reference)) {
    if (each.type !== 'thin') await takeInbound(services, processor, each)
  }
}
