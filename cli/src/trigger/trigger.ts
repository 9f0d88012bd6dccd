// trigger: makes an event really happen, by driving the sandbox.

import type { Call, Command } from '../command.ts'
import { checkEventType, EVENT_TYPES } from '../event-types.ts'
import { eventColumns } from '../events.ts'
import { everyItem } from '../every-item.ts'
import { CommandError, UsageError } from '../framework/failures.ts'
import type { Cardwright, CardwrightEvent, MerchantParams } from '../sdk.ts'
import { recipes } from './recipes.ts'

export const trigger: Command = {
  name: 'trigger',
  summary: 'make an event happen in the sandbox',
  args: ['EVENT'],
  argChoices: EVENT_TYPES,
  options: {
    card: { kind: 'text', value: 'CARD', help: 'the card to use; without it, a new card is created' },
    amount: { kind: 'money', value: 'USD', help: 'the amount of the payment, funding or deposit (10.00)' },
    currency: { kind: 'text', value: 'CODE', help: 'the currency in which the merchant charges, such as EUR (USD)' },
    merchant: { kind: 'text', value: 'NAME', help: 'the name of the merchant' },
    'merchant-id': { kind: 'text', value: 'ID', help: "the card network's id of the merchant" },
    'merchant-city': { kind: 'text', value: 'CITY', help: 'the city of the merchant' },
    mcc: { kind: 'text', value: 'CODE', help: 'the category code of the merchant (5732)' },
    country: { kind: 'text', value: 'CODE', help: 'the country of the merchant, such as FR (US)' },
    webhook: { kind: 'text', value: 'WEBHOOK', help: 'for webhook.test: the endpoint to test' },
  },
  notes:
    'The events are real: the command creates a card, authorizes a payment or confirms a deposit, and the event follows. If the\nwallet is empty, it makes a deposit first.',
  async run(call) {
    const type = checkEventType(call.args[0]!)
    const currency = call.text('currency')
    if (currency !== undefined && !type.startsWith('transaction.'))
      throw new UsageError('--currency is only for payments: transaction.authorized and the other transaction events')
    const client = call.client()
    const before = await newestSequence(client)
    const subject = await recipes[type]({
      client,
      card: call.text('card'),
      amount: (call.params().amount as number | undefined) ?? 10,
      currency,
      merchant: merchantOf(call),
      webhook: call.text('webhook'),
    })
    show(call, await eventsAfter(client, before), type, subject)
  },
}

function merchantOf(call: Call): MerchantParams {
  const [id, city] = [call.text('merchant-id'), call.text('merchant-city')]
  return {
    name: call.text('merchant') ?? 'Trigger Store',
    mcc: call.text('mcc') ?? '5732',
    country: call.text('country') ?? 'US',
    ...(id !== undefined && { id }),
    ...(city !== undefined && { city }),
  }
}

async function newestSequence(client: Cardwright): Promise<number> {
  const { data } = await client.events.list({ per_page: 1 })
  return data[0]?.sequence ?? 0
}

/** An event commits together with its change, so it exists by now. */
function eventsAfter(client: Cardwright, after: number): Promise<CardwrightEvent[]> {
  return everyItem(client.events.list({ after_sequence: after, order: 'asc', per_page: 100 }))
}

/** Others may use the same sandbox, so the event is found by the object that was driven. */
function show(call: Call, events: CardwrightEvent[], type: string, subject: string): void {
  const event = events.findLast((each) => each.type === type && idOf(each) === subject)
  if (!event) throw new CommandError(`the actions in the sandbox succeeded, but no ${type} followed for ${subject}`)
  if (call.out.isJson) call.out.object(event)
  else call.out.list([event], eventColumns)
}

/** A test event is identified by its own id. */
function idOf({ id, type, data }: CardwrightEvent): string {
  return type === 'webhook.test' ? id : (data as { id: string }).id
}
