import { CSV_MEDIA } from '../http/csv.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { read } from '../http/route.ts'
import { rangeParameters, Strict } from '../http/schemas.ts'
import { CsvFile } from '../http/shapes.ts'
import { Streamed } from '../http/streamed.ts'
import { csvOfStatement } from '../wallet/wallet-statement.ts'
import { csvFileName } from './csv-file-name.ts'

export const exportWalletStatement = read({
  method: 'GET',
  url: '/wallet/statement/export',
  operationId: 'exportWalletStatement',
  tag: 'Dashboard',
  summary: 'The movements of the wallet in a period, for bookkeeping',
  query: Strict(rangeParameters),
  reply: { 200: CsvFile },
  csv: 'A line for each movement, oldest first. `debit` is money out of the wallet, `credit` is money into it.',
  mayReadStandby: true,
  async read({ sql, workspace, query, services }) {
    const period = { from: rangeStart('from', query.from), to: rangeEnd('to', query.to) }
    const name = await csvFileName(sql, workspace, 'wallet-statement', query, services.clock())
    return new Streamed(CSV_MEDIA, name, csvOfStatement(sql, workspace, period))
  },
})
