// A response that the sign-in library should never give is an internal error. It never counts as a second factor or a
// session.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '../../src/people/links.ts'
import { startTestService } from '../harness.ts'
import { accountOf, browserOf, join, PASSWORD, tokenOf } from '../people.ts'

const service = await startTestService()
const accountId = await accountOf(service, (await service.workspace()).key)
const { email } = await join(service, accountId, 'viewer')
const { signIn, database } = service.services
const itself = signIn.handle

const unexpected: [string, () => Response][] = [
  ['a 404 of the sign-in library', () => new Response(null, { status: 404 })],
  ['an empty response', () => new Response(null, { status: 200 })],
  ['a response of another shape', () => Response.json({ status: true })],
  ['a response without a second factor and a session', () => Response.json({ twoFactorRedirect: false, user: null })],
  ['an HTML page', () => new Response('<!doctype html>', { status: 200, headers: { 'content-type': 'text/html' } })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
  ['a 500 of the sign-in library', () => Response.json({ message: 'SQL says: secret' }, { status: 500 })],
  ['a 401 without a reason', () => Response.json({}, { status: 401 })],
]

for (const [what, answer] of unexpected) {
  test(`${what} returns 500 in the error shape of the API`, async () => {
    const { path } = await database.transaction((tx) =>
      createLink(tx, { kind: 'invitation', accountId, role: 'viewer', now: new Date() }),
    )
    signIn.handle = async () => answer()
    try {
      const joining = {
        token: tokenOf(path),
        name: 'New',
        email: `new-${unexpected.findIndex(([name]) => name === what)}@example.com`,
      }
      const answers = [
        await browserOf(service.url).post('/dashboard/auth/sign-in/email', { email, password: PASSWORD }),
        await browserOf(service.url).post('/dashboard/links/accept', { ...joining, password: PASSWORD }),
      ]
      for (const { status, body, headers } of answers) {
        assert.deepEqual([status, body.error, body.code], [500, 'internal_error', 500])
        assert.doesNotMatch(JSON.stringify(body), /secret|two_factor/)
        assert.equal(headers.get('set-cookie'), null)
      }
    } finally {
      signIn.handle = itself
    }
  })
}
