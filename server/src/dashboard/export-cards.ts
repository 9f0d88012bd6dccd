import type { Workspace } from '../accounts/workspace.ts'
import { type CardFilters, cardFilterParameters, selectCardsAfter } from '../cards/list-cards.ts'
import type { Sql } from '../database/database.ts'
import { CSV_MEDIA, CsvAmount, type CsvValue, csvLine } from '../http/csv.ts'
import { read } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { CsvFile } from '../http/shapes.ts'
import { Streamed } from '../http/streamed.ts'
import { publicId } from '../ids.ts'
import { balanceOfCard, type CardRow, cardStatusNames } from '../ledger/rows.ts'
import { csvFileName } from './csv-file-name.ts'

const BATCH = 1_000

export const exportCards = read({
  method: 'GET',
  url: '/cards/export',
  operationId: 'exportCards',
  tag: 'Dashboard',
  summary: 'All cards that match, as one CSV file',
  query: Strict(cardFilterParameters),
  reply: { 200: CsvFile },
  csv: 'A line for each card, newest first. No number and no CVV.',
  mayReadStandby: true,
  async read({ sql, workspace, query, services }) {
    const name = await csvFileName(sql, workspace, 'cards', {}, services.clock())
    return new Streamed(CSV_MEDIA, name, csvOfCards(sql, workspace, query as CardFilters))
  },
})

const columns: Record<string, (card: CardRow) => CsvValue> = {
  created_at_utc: ({ created_at }) => created_at.toISOString(),
  label: ({ label }) => label,
  last4: ({ last4 }) => last4,
  network: ({ network }) => network,
  status: ({ status }) => cardStatusNames[status - 1],
  balance_usd: (card) => new CsvAmount(balanceOfCard(card)),
  held_usd: ({ held_cents }) => new CsvAmount(held_cents),
  monthly_limit_usd: ({ spending_limit_cents }) => new CsvAmount(spending_limit_cents),
  total_spent_usd: ({ total_spent_cents }) => new CsvAmount(total_spent_cents),
  last_used_at_utc: ({ last_used_at }) => last_used_at?.toISOString(),
  expires_at_utc: ({ expires_at }) => expires_at.toISOString(),
  metadata: ({ metadata }) => (Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata)),
  bin_id: ({ bin_id }) => bin_id,
  card_id: ({ bucket, id }) => publicId('card', bucket, id),
}

async function* csvOfCards(sql: Sql, workspace: Workspace, filters: CardFilters): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  let after: CardRow | undefined
  for (;;) {
    const rows = await selectCardsAfter(sql, workspace, filters, BATCH, after)
    yield rows.map((card) => csvLine(Object.values(columns).map((column) => column(card)))).join('')
    after = rows.at(-1)
    if (rows.length < BATCH) return
  }
}
