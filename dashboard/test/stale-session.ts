import type { TestService } from '../../server/test/harness.ts'
import { until } from '../../server/test/until.ts'
import type { Visitor } from './visitor.ts'

/** Makes the session look as if the person had last given their password six minutes ago. */
export async function growStale(service: TestService, visitor: Visitor & { email: string }): Promise<void> {
  await service.services.database.transaction(
    (tx) => tx`update user_sessions set authenticated_at = now() - interval '6 minutes'
      where user_id = (select id from users where email = ${visitor.email})`,
  )
  // The service caches a session for at most one second, separately for each environment.
  for (const environment of ['sandbox', 'production']) {
    const headers = { 'X-Cardwright-Environment': environment }
    await until('the session is stale', async () => {
      const answer = await visitor.page.request.get('/dashboard/session', { headers })
      return (await answer.json()).reauthenticated_until === null
    })
  }
}
