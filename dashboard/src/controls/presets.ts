// Presets for the most common uses of cards. A preset fills only its own fields of the draft.

import { type LucideIcon, Megaphone, Plane, Repeat, Ticket } from 'lucide-react'
import { type ControlsDraft, type LimitDraft, newLimit } from './draft.ts'

type Preset = { name: string; hint: string; icon: LucideIcon; fill: (draft: ControlsDraft) => Partial<ControlsDraft> }

const travel = ['airlines', 'lodging', 'car_rental', 'cruise_lines', 'travel_agencies', 'transport']

export const presets: Preset[] = [
  {
    name: 'Single use',
    hint: 'One purchase, then the card is terminated',
    icon: Ticket,
    fill: () => ({ uses: '1' }),
  },
  {
    name: 'Subscription',
    hint: 'One merchant, with a monthly limit',
    icon: Repeat,
    fill: ({ limits }) => ({
      isLocked: true,
      limits: withLimit(limits, { window: 'month', amount: '50.00', count: '1' }),
    }),
  },
  {
    name: 'Advertising',
    hint: 'Advertising only, with a daily limit',
    icon: Megaphone,
    fill: ({ limits }) => ({
      allowedCategories: ['advertising'],
      limits: withLimit(limits, { window: 'day', amount: '250.00' }),
    }),
  },
  {
    name: 'Travel',
    hint: 'Flights, hotels and cars, each with a limit',
    icon: Plane,
    fill: ({ limits }) => ({
      allowedCategories: travel,
      limits: withLimit(limits, { window: 'per_transaction', amount: '1000.00' }),
    }),
  },
]

/** Replaces the limit of the same window that covers all categories. */
function withLimit(limits: LimitDraft[], limit: Partial<LimitDraft>): LimitDraft[] {
  const others = limits.filter(({ window, categories }) => window !== limit.window || categories.length > 0)
  return [...others, newLimit(limit)]
}
