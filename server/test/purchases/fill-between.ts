// Fills a workspace with more purchases than one page may search.

import { asOwner, workspaceOf } from '../contract/assertions.ts'
import type { Api, TestService } from '../harness.ts'

const TABLES = [
  { table: 'transactions', amount: 'amount_cents', cents: -1_000 },
  { table: 'holds', amount: 'authorized_cents', cents: 1_000 },
]

/**
 * Makes all purchases except the newest a year older, and inserts copies of the newest in between. The newest must be
 * pending. A copy has 10.00.
 */
export async function fillBetween(service: TestService, api: Api, count: number): Promise<void> {
  const { id } = await workspaceOf(service, api)
  await asOwner(service, async (sql) => {
    const [newest] = await sql`
      select h.id from holds h where h.workspace_id = ${id} order by h.created_at desc, h.id desc limit 1`
    for (const { table, amount, cents } of TABLES) {
      const [columns] = await sql`
        select string_agg(column_name, ', ') as others from information_schema.columns
        where table_name = ${table} and column_name not in ('id', 'created_at', ${amount})`
      await sql.unsafe(`
        update ${table} set created_at = created_at - interval '1 year' where workspace_id = '${id}' and id <> '${newest!.id}';
        insert into ${table} (id, created_at, ${amount}, ${columns!.others})
        select md5('${newest!.id}' || n)::uuid, created_at - n * interval '6 seconds', ${cents}, ${columns!.others}
        from ${table}, generate_series(1, ${count}) n where id = '${newest!.id}'`)
    }
  })
}
