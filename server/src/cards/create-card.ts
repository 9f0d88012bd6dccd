import Type from 'typebox'
import { cardSequence } from '../bins/bin-directory.ts'
import { ControlsInput } from '../controls/control-schemas.ts'
import { Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { change, Pending, type ReadContext } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { budgetNeed, countInBudget, refuseOverBudget } from '../keys/budget.ts'
import { postFunding } from '../ledger/postings.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars } from '../money.ts'
import { metadataOfRules, refuseAgentMetadata } from '../rules/metadata-of-rules.ts'
import { Card, Metadata, presentCard } from './card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, BinId, FundingAmount, Label, spendingLimitOf } from './card-settings.ts'
import { type AskedSettings, binAskedFor, checkAsked, settingsFor } from './check-new-card.ts'
import { refuseHeld, refuseUnfunded } from './find-card.ts'
import { beginIssuance, issueOutside, resumeIssuance } from './issue-card.ts'
import { announceCard, expiryOf, newCardRow } from './new-card.ts'
import { cardNumber, numberedCard, readHolder } from './numbered-card.ts'
import { EXAMPLE_TEMPLATE_ID, findTemplate, type TemplateRow } from './templates/template.ts'

const Body = Strict({
  bin_id: Type.Optional({ ...BinId, description: 'A BIN from GET /bins. May be omitted if the template names one.' }),
  amount: FundingAmount,
  template_id: Type.Optional(
    Type.String({
      description: 'A template from GET /card-templates. It supplies the settings that this request leaves out.',
      examples: [EXAMPLE_TEMPLATE_ID],
      'x-error': 'invalid_template',
    }),
  ),
  label: Type.Optional(Label),
  spending_limit: Type.Optional(spendingLimitOf('The monthly limit in USD. Defaults to the maximum of the BIN.')),
  allowed_categories: Type.Optional(AllowedCategories),
  auto_freeze_at: Type.Optional(AutoFreezeAt),
  controls: Type.Optional(ControlsInput),
  metadata: Type.Optional(Metadata),
})

export const createCard = change({
  method: 'POST',
  url: '/cards',
  operationId: 'createCard',
  scope: 'cards:write',
  bounds: 'own',
  tag: 'Cards',
  summary: 'Create a card',
  description:
    'Issues a virtual card and funds it from the wallet. The card is active immediately and enrolled in 3-D Secure. With `template_id`, the template supplies the settings that the request leaves out. A given part of `controls` replaces that part of the template, and a given key of `metadata` replaces the key of the same name.',
  body: Body,
  reply: { 201: Card },
  errors: [
    'invalid_amount',
    'invalid_bin',
    'invalid_category',
    'invalid_controls',
    'invalid_spending_limit',
    'invalid_metadata',
    'invalid_template',
    'invalid_state',
    'budget_exceeded',
    'insufficient_funds',
    'processor_refused',
  ],
  limit: 'card_creations',
  check: checkAsked,
  prepare: async (context) => ({
    holder: await readHolder(context.sql, context.workspace.accountId),
    template: await readTemplate(context),
    readByRules: await metadataOfRules(context.sql, context.workspace, context.body.metadata),
  }),
  needs({ workspace, body, services, prepared: { template }, key }) {
    const bin = binAskedFor(services, body, template)
    const money = { wallet: true, ...budgetNeed(workspace.key) }
    if (!bin) return money
    if (bin.processor === 'sandbox') return { ...money, sequence: cardSequence(bin.id) }
    return { ...money, ...(key && { issuanceOf: key.keyHash }) }
  },
  decide(context, books) {
    const { workspace, body, services, prepared } = context
    const { workspace: wallet, changes, now, takeNumber, issuance } = books
    if (issuance) return resumeIssuance(issuance, context.key)
    const asked = settingsFor(context, prepared.template)
    if (asked instanceof Refusal) return asked
    const { bin, settings } = asked
    const amount = centsFromDollars(body.amount)
    const refusal =
      refuseAgentMetadata(workspace, prepared.readByRules) ??
      refuseHeld(wallet) ??
      refuseOverBudget(workspace.key, books, amount) ??
      refuseUnfunded(wallet, amount)
    if (refusal) return refusal
    const madeBy = workspace.key?.id ?? null
    const issuing = { bin, settings: { ...settings, ...prepared.holder }, amount, madeBy }
    if (bin.processor !== 'sandbox') {
      countInBudget(workspace.key, workspace, books, amount)
      return new Pending(beginIssuance(books, issuing, context))
    }
    const number = cardNumber(services, bin, takeNumber())
    if (number === undefined)
      return refuse('invalid_bin', 'Every number of this BIN has been issued; choose another.', 'bin_id')
    const made = { last4: number.slice(-4), expiresAt: expiryOf(now) }
    const card = newCardRow(workspace, newUuid(), bin, settings, made, now)
    postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet, card, amount)
    countInBudget(workspace.key, workspace, books, amount)
    changes.newCards.push({ ...numberedCard(services, card, number, prepared.holder), madeBy })
    announceCard(changes, workspace, card, workspace.actor, amount, now)
    return { status: 201, body: presentCard(card) }
  },
  resume: ({ services, workspace }, issuance: IssuanceRow) => issueOutside(services, workspace, issuance),
})

/**
 * Null when the template does not exist. It may have been deleted after the first request, and a replay of that request
 * still gets its answer.
 */
async function readTemplate({
  sql,
  workspace,
  body,
}: ReadContext<unknown, unknown, AskedSettings>): Promise<TemplateRow | null | undefined> {
  if (body.template_id === undefined) return undefined
  return findTemplate(sql, workspace, body.template_id).catch((error) => {
    if (error instanceof ApiError && error.id === 'template_not_found') return null
    throw error
  })
}
