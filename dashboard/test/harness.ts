// A whole service with its dashboard, and people in real browsers.
//
//   const dashboard = await openDashboard()
//   const api = await dashboard.service.fundedWorkspace()
//   const visitor = await dashboard.signIn(api, 'owner')
//   await visitor.open('/cards')

import { after } from 'node:test'
import type { RoleName } from '../../server/src/accounts/roles.ts'
import { createLink } from '../../server/src/people/links.ts'
import { type Api, startTestService, type TestService } from '../../server/test/harness.ts'
import { signedInPerson } from '../../server/test/signed-in-person.ts'
import { launchBrowser } from './browser.ts'
import { type Look, Visitor } from './visitor.ts'

export { PASSWORD } from '../../server/test/signed-in-person.ts'

export type Dashboard = {
  service: TestService
  /** A visitor who is not signed in. */
  arrive(look?: Look): Promise<Visitor>
  /** Signs in a new person with this role in the account of `api`. With a `url`, at another service. */
  signIn(api: Api, role?: RoleName, look?: Look, url?: string): Promise<Visitor & { email: string }>
  /** The address of an invitation to the account of `api`. */
  invite(api: Api, role: RoleName, email?: string): Promise<string>
}

export async function openDashboard(
  env: Record<string, string> = {},
  { worker = true }: { worker?: boolean } = {},
): Promise<Dashboard> {
  const browser = await launchBrowser()
  after(() => browser.close()) // must close before the service, since open pages hold connections to it
  const service = await startTestService({ DEPOSIT_FEE_BPS: '0', ...env }, { worker })
  const arrive = (look?: Look, url = service.url) => Visitor.arrive(browser, url, look)
  const invite = async (api: Api, role: RoleName, email?: string) => {
    const { accountId } = (await service.services.credentials.resolve(api.key))!
    const { path } = await service.services.database.transaction((tx) =>
      createLink(tx, { kind: 'invitation', accountId, role, ...(email && { email }), now: new Date() }),
    )
    return path
  }
  let people = 0
  const signIn = async (api: Api, role: RoleName = 'owner', look?: Look, url = service.url) => {
    const email = `${role}-${++people}@example.com`
    const { accountId } = (await service.services.credentials.resolve(api.key))!
    const visitor = await arrive(look, url)
    const userAgent = await visitor.page.evaluate(() => navigator.userAgent)
    const person = { accountId, role, name: `${role} ${people}`, email, userAgent }
    const cookie = { ...(await signedInPerson(service, person)), httpOnly: true, sameSite: 'Strict' as const }
    await visitor.page.context().addCookies([{ ...cookie, url }])
    return Object.assign(visitor, { email })
  }
  return { service, arrive, signIn, invite }
}
