// What Stripe requires of the cardholders that we created. While `requirements.disabled_reason` is set, all cards of a cardholder
// decline with `cardholder_verification_required`, before we are asked.

import type { Uuid } from '../../ids.ts'
import type { Field } from '../fields.ts'
import type { HolderRequirements } from '../inbound.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { listOf } from './read-objects.ts'
import { pagesOf } from './stripe-api.ts'

const MAX_WORD_LENGTH = 100
const MAX_MISSING = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function listOpenRequirements(client: ProcessorClient): Promise<HolderRequirements[]> {
  const open: HolderRequirements[] = []
  const read = (cardholder: Field) => ({ id: cardholder.get('id').text(), requirements: readRequirements(cardholder) })
  for await (const page of pagesOf(client, '/v1/issuing/cardholders', {}, read)) {
    open.push(...page.flatMap(({ requirements }) => (requirements && isOpen(requirements) ? [requirements] : [])))
  }
  return open
}

function isOpen({ disabledReason, missing }: HolderRequirements): boolean {
  return disabledReason !== undefined || missing.length > 0
}

/** Undefined for a cardholder that we did not create. */
export function readRequirements(cardholder: Field): HolderRequirements | undefined {
  const accountId = cardholder.get('metadata').optional()?.get('cardwright_account').prose(MAX_WORD_LENGTH)
  if (accountId === undefined || !UUID.test(accountId)) return undefined
  const requirements = cardholder.get('requirements').optional()
  const missing = requirements ? listOf(requirements.get('past_due')) : []
  return {
    holder: cardholder.get('id').text(),
    accountId: accountId as Uuid,
    disabledReason: requirements?.get('disabled_reason').prose(MAX_WORD_LENGTH) ?? blockOf(cardholder.get('status')),
    missing: missing.slice(0, MAX_MISSING).flatMap((field) => field.prose(MAX_WORD_LENGTH) ?? []),
  }
}

/** A cardholder that somebody has blocked or deactivated in Stripe's dashboard. */
function blockOf(status: Field): string | undefined {
  return status.is('inactive') || status.is('blocked') ? status.text() : undefined
}
