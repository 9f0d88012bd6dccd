import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from './config-values.ts'
import { readMailConfig } from './mail-config.ts'

const SMTP_FROM = 'Cards <cards@example.com>'
const read = (url: string) => readMailConfig({ SMTP_URL: url, SMTP_FROM })

test('without SMTP_URL no mail is sent', () => {
  assert.equal(readMailConfig({}), undefined)
})

test('the connection to a mail server is encrypted unless the server is on this machine', () => {
  assert.deepEqual(read('smtp://me%40example.com:p%2Fw%25@mail.example.com'), {
    host: 'mail.example.com',
    port: 587,
    isTls: false,
    mustEncrypt: true,
    credentials: { user: 'me@example.com', password: 'p/w%' },
    from: SMTP_FROM,
  })
  assert.deepEqual([read('smtps://mail.example.com')!.port, read('smtps://mail.example.com')!.isTls], [465, true])
  assert.deepEqual([read('smtp://[::1]:2525')!.host, read('smtp://[::1]:2525')!.mustEncrypt], ['::1', false])
  assert.equal(read('smtp://127.0.0.1:2525')!.credentials, undefined)
})

test('an invalid mail setting is reported by its name, without its password', () => {
  const wrong: Record<string, string>[] = [
    { SMTP_FROM },
    { SMTP_URL: 'smtp://mail.example.com' },
    { SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'nobody' },
    { SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'a@example.com\r\nBcc: b@example.com' },
    { SMTP_URL: 'http://me:secret@mail.example.com', SMTP_FROM },
    { SMTP_URL: 'smtp://me:secret@mail.example.com/path', SMTP_FROM },
    { SMTP_URL: 'smtp://me:secret@mail.example.com?tls=off', SMTP_FROM },
    { SMTP_URL: 'smtp://me@mail.example.com', SMTP_FROM },
    { SMTP_URL: 'smtp://me:secret%zz@mail.example.com', SMTP_FROM },
  ]
  for (const env of wrong)
    assert.throws(
      () => readMailConfig(env),
      (error) => error instanceof ConfigError && /SMTP_/.test(error.message) && !error.message.includes('secret'),
      JSON.stringify(env),
    )
})
