import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ConfigError, readConfig } from './config.ts'
import { completeDatabaseUrl, parseDatabaseUrl } from './database-url.ts'

const local = { host: 'localhost', port: 5432 }

test('the URL forms of libpq are accepted', () => {
  const hosts = (url: string) => parseDatabaseUrl(url).hosts
  assert.deepEqual(hosts('postgres://'), [local])
  assert.deepEqual(hosts('postgresql://db.example:5433/x'), [{ host: 'db.example', port: 5433 }])
  assert.deepEqual(hosts('postgres://u:p@a:1,b:2,c/x'), [
    { host: 'a', port: 1 },
    { host: 'b', port: 2 },
    { host: 'c', port: 5432 },
  ])
  assert.deepEqual(hosts('postgres://[::1]:5433/x'), [{ host: '::1', port: 5433 }])
  assert.deepEqual(hosts('postgres:///x?host=/var/run/postgresql&port=5433'), [
    { host: '/var/run/postgresql', port: 5433 },
  ])
  assert.deepEqual(hosts('postgres://%2Fvar%2Frun%2Fpostgresql/x'), [{ host: '/var/run/postgresql', port: 5432 }])
  assert.deepEqual(hosts('postgres:///x?host=a,b&port=7'), [
    { host: 'a', port: 7 },
    { host: 'b', port: 7 },
  ])
})

test('the user, the password and the database are read from the path or from the parameters', () => {
  const first = parseDatabaseUrl('postgres://me%40x:p%3Ass%2F@h/my%20db')
  assert.deepEqual([first.user, first.password, first.database], ['me@x', 'p:ss/', 'my db'])
  const second = parseDatabaseUrl('postgres:///?user=me&password=p%26q&dbname=db')
  assert.deepEqual([second.user, second.password, second.database], ['me', 'p&q', 'db'])
})

test('any user, password and database survive percent-encoding', () => {
  const part = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(part, part, part, (user, password, database) => {
      const encoded = [user, password, database].map(encodeURIComponent)
      const url = parseDatabaseUrl(`postgres://${encoded[0]}:${encoded[1]}@h/${encoded[2]}?sslmode=require`)
      assert.deepEqual([url.user, url.password, url.database, url.sslmode], [user, password, database, 'require'])
    }),
  )
})

test('an invalid database URL is rejected with a message that names the fault and contains no password', () => {
  for (const [query, why] of [
    ['?sslmode=maybe', /sslmode/],
    ['?target_session_attrs=fastest', /target_session_attrs/],
    ['?require_auth=gss', /require_auth/],
    ['?connect_timeout=soon', /connect_timeout/],
    ['?channel_binding=require', /channel_binding/],
    ['?port=0', /port/],
    ['?host=a,b&port=1,2,3', /ports/],
    ['?host=%zz', /%/],
  ] as const) {
    const read = () => readConfig({ DATABASE_URL: `postgres://me:hunter2@h/db${query}` })
    assert.throws(read, (error: Error) => {
      assert.ok(error instanceof ConfigError, String(error))
      assert.match(error.message, /^DATABASE_URL /)
      assert.match(error.message, why)
      assert.doesNotMatch(error.message, /hunter2/)
      return true
    })
  }
  for (const url of ['mysql://h/db', 'h/db', 'postgres:/db', 'postgres://h:x/db'])
    assert.throws(() => readConfig({ DATABASE_URL: url }), /^ConfigError|Error: DATABASE_URL/)
})

test('parts that are missing from the URL are read from the variables of libpq', () => {
  const env = { PGHOST: '/run/pg', PGPORT: '5433', PGUSER: 'me', PGPASSWORD: 'a&b' }
  const filled = parseDatabaseUrl(completeDatabaseUrl('postgres:///db', env))
  assert.deepEqual([filled.hosts, filled.user, filled.password], [[{ host: '/run/pg', port: 5433 }], 'me', 'a&b'])
  const whole = 'postgres://you:pw@h:1/db'
  assert.equal(completeDatabaseUrl(whole, env), whole)
})

test('DATABASE_URL accepts several hosts and selects the one that accepts writes', () => {
  const url = 'postgres://me:pw@a:5432,b:5432/db'
  assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url)
  assert.equal(parseDatabaseUrl(url).writesOnly, true)
  assert.equal(parseDatabaseUrl(`${url}?target_session_attrs=any`).writesOnly, false)
  assert.equal(parseDatabaseUrl('postgres://me:pw@a:5432/db').writesOnly, false)
})

test('DATABASE_READ_URL must name one host and needs DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://me:pw@a/db'
  const url = 'postgres://me:pw@b/db'
  assert.equal(readConfig({ DATABASE_URL, DATABASE_READ_URL: url }).databaseReadUrl, url)
  const refused = (env: Record<string, string>, message: RegExp) => assert.throws(() => readConfig(env), { message })
  refused({ DATABASE_READ_URL: url }, /^DATABASE_READ_URL .* is not set$/)
  refused({ DATABASE_URL, DATABASE_READ_URL: 'postgres://me:pw@b,c/db' }, /^DATABASE_READ_URL must name one host$/)
  refused({ DATABASE_URL, DATABASE_READ_URL: 'postgres://me:pw@b:x/db' }, /^DATABASE_READ_URL has a host that/)
})
