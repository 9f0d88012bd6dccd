// Variables that libraries would read as their own settings, set as on many laptops and servers: they do not break the
// service, and the service does not pass them to a library.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
import { browserOf, PASSWORD, tokenOf } from '../people.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const RECORDER = new URL('./record-reads.ts', import.meta.url).href

/** Variables that are read by better-auth and its parts, by the PostgreSQL driver, and by their dependencies. */
const foreign: Record<string, string> = {
  BASE_URL: 'https://shop.example/app',
  BETTER_AUTH_URL: 'https://auth.example',
  NEXT_PUBLIC_BETTER_AUTH_URL: 'https://auth.example',
  PUBLIC_BETTER_AUTH_URL: 'https://auth.example',
  NUXT_PUBLIC_BETTER_AUTH_URL: 'https://auth.example',
  NUXT_PUBLIC_AUTH_URL: 'https://auth.example',
  NEXT_PUBLIC_AUTH_URL: 'https://auth.example',
  NEXTAUTH_URL: 'https://auth.example',
  VERCEL_URL: 'auth.example',
  BETTER_AUTH_SECRET: 'x'.repeat(40),
  BETTER_AUTH_SECRETS: `1:${'y'.repeat(40)}`,
  AUTH_SECRET: 'z'.repeat(40),
  BETTER_AUTH_TRUSTED_ORIGINS: 'https://evil.example',
  BETTER_AUTH_TELEMETRY: '1',
  BETTER_AUTH_TELEMETRY_DEBUG: '1',
  BETTER_AUTH_TELEMETRY_ENDPOINT: 'http://127.0.0.1:9/telemetry',
  BETTER_AUTH_TELEMETRY_ID: 'x',
  PACKAGE_VERSION: '99.0.0',
  NODE_ENV: 'test',
  TEST: 'true',
  CI: 'true',
  DEBUG: '*',
  PGSSL: 'require',
  PGMAX: '1',
  PGPREPARE: 'false',
  PGDATABASE: 'nothing',
  PGUSERNAME: 'nobody',
  PGAPPNAME: 'another',
  PGTARGETSESSIONATTRS: 'standby',
  PGCONNECT_TIMEOUT: '1',
  USER: 'nobody',
  LOGNAME: 'nobody',
  UNDICI_NO_WASM_SIMD: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  AWS_LAMBDA_FUNCTION_NAME: 'x',
  JEST_WORKER_ID: '1',
  ETHEREAL_API: 'https://mail.example',
  ETHEREAL_API_KEY: 'x',
}

test('people can join and sign in despite variables of other programs, and no library reads one', {
  timeout: 120_000,
}, async () => {
  const service = await start({ ...environmentOf(await testDatabase()), PORT: '0', HOST: '127.0.0.1', ...foreign })
  const [, site, path] = await service.printed(/Dashboard {2}(\S+)(\/join#[\w-]+)/)
  // Passkeys work for a host name but not for an IP address.
  assert.match(site!, /^http:\/\/localhost:\d+$/)
  await service.printed(new RegExp(`Reference {2}${site}/docs`))
  const [, url] = await service.printed(/"url":"(http:[^"]+)\/v1"/)
  const owner = browserOf(url!)
  const joined = await owner.post('/dashboard/links/accept', {
    token: tokenOf(path!),
    name: 'First',
    email: 'first@example.com',
    password: PASSWORD,
  })
  assert.deepEqual([joined.status, joined.body], [201, { ok: true }])
  assert.equal((await owner.get('/dashboard/session')).status, 200)
  const again = browserOf(url!)
  const signedIn = await again.post('/dashboard/auth/sign-in/email', { email: 'first@example.com', password: PASSWORD })
  assert.equal(signedIn.status, 200)
  assert.equal((await again.get('/dashboard/session')).status, 200)
  const { body: passkeys } = await owner.get('/dashboard/auth/passkey/generate-register-options')
  assert.equal(passkeys.rp.id, 'localhost')
  const forged = await owner.post('/dashboard/auth/sign-out', {}, { origin: 'https://evil.example' })
  assert.equal(forged.status, 403)
  const given = [...(await service.stop()).matchAll(/library read (\w+)/g)].map(([, name]) => name!)
  const allowed = ['PATH', 'HOME', 'TZ', 'TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'LANG']
  const driver = ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD']
  assert.deepEqual(
    given.filter((name) => ![...allowed, ...driver].includes(name)),
    [],
  )
})

async function start(env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, ['--import', RECORDER, MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  after(() => child.kill('SIGKILL'))
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
      for (const look of listeners) look()
    })
  return {
    printed: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text)
          if (!found) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then(() => reject(new Error(`ended before it printed ${pattern}: ${text}`)))
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
      return text
    },
  }
}
