// Takes everything from a processor that is not a question, from a message to our callback or from a page of updates.

import { defer } from '../processors/deferred-messages.ts'
import { noteRequirements } from '../processors/holder-requirements.ts'
import type { Inbound } from '../processors/inbound.ts'
import { noteCardState } from '../processors/observed-states.ts'
import type { Processor } from '../processors/processor.ts'
import { openOutsideChallenge } from './outside-challenges.ts'
import { isNotApplied, type ReportServices, takeReport } from './take-report.ts'

/** Resolves once it is in the books or deferred, so that it need not be sent again. */
export async function takeInbound(
  services: ReportServices,
  processor: Processor,
  inbound: Inbound,
  way: 'message' | 'poll' = 'message',
): Promise<void> {
  const { metrics, minutes } = services.processors
  if (inbound.type === 'report') {
    const { report } = inbound
    const taken = await takeReport(services, processor.name, report)
    const outcome = isNotApplied(taken) ? 'deferred' : taken
    metrics.reports.inc({ processor: processor.name, outcome })
    if (outcome === 'applied' && way === 'poll') {
      metrics.missed.inc({ processor: processor.name })
      minutes.count(processor.name, 'missed')
    }
    if (isNotApplied(taken)) await defer(services, processor.name, report, taken)
  } else if (inbound.type === 'challenge') await openOutsideChallenge(services, processor, inbound.challenge)
  else if (inbound.type === 'card') await noteCardState(services, processor, inbound)
  else if (inbound.type === 'holder') await noteRequirements(services, processor.name, inbound.requirements)
  else if (inbound.type === 'thin' && !inbound.isQuestion) await takeAll(services, processor, inbound.reference, way)
}

async function takeAll(
  services: ReportServices,
  processor: Processor,
  reference: string,
  way: 'message' | 'poll',
): Promise<void> {
  for (const each of await processor.fetch(reference)) {
    if (each.type !== 'thin') await takeInbound(services, processor, each, way)
  }
}
