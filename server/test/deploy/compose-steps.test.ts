// The steps of deploy/compose.yaml on an empty PostgreSQL, with a process instead of each container: first `migrate`
// with both logins, then the API and worker processes with only the service's login. Redis is left out, because it only
// shares rate limits.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { makeEmptyDatabase, startThrowawayPostgres } from '../../../scripts/throwaway-postgres.ts'
import { connect } from '../../src/database/database.ts'
import { MASTER_KEY } from '../harness.ts'
import { cardwright, succeeds, temporaryFolder } from '../operator/operator-fixture.ts'
import { textOf } from '../repository/repository-files.ts'
import { StartedProgram } from '../start/started-program.ts'
import { readEnvFile } from './settings.ts'

type Service = { image: string; command: string[]; env_file: string | string[]; environment?: Record<string, string> }
const { services } = parse(textOf('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const server = await startThrowawayPostgres()
after(() => server.remove())

const password = () => randomBytes(24).toString('hex')

/** The three files as an operator fills them in, for a database at the socket of the test's server. */
function filledIn(database: string, [service, owner]: [string, string], folder: string) {
  const { host, port } = server.connection
  const at = (url: string, name: string, secret: string) =>
    url
      .replace(/^postgres:\/\/\w+:PASSWORD@postgres:5432\/cardwright$/, `postgres://${name}:${secret}@/${database}`)
      .concat(`?host=${encodeURIComponent(host)}&port=${port}`)
  const [first, second] = [readEnvFile('deploy/cardwright.env.example'), readEnvFile('deploy/owner.env.example')]
  const secrets = { service: password(), owner: password() }
  const { REDIS_URL: _, ...others } = first
  const own = {
    ...others,
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    CARDWRIGHT_DATA_DIR: folder,
    DATABASE_URL: at(first.DATABASE_URL!, service, secrets.service),
  }
  const files: Record<string, Record<string, string>> = {
    'cardwright.env': own,
    'owner.env': { DATABASE_OWNER_URL: at(second.DATABASE_OWNER_URL!, owner, secrets.owner) },
  }
  const envOf = ({ env_file }: Service) => Object.assign({}, ...[env_file].flat().map((name) => files[name]))
  return { envOf, ownerPassword: secrets.owner }
}

// This test must run first, because PostgreSQL lets a role grant only the roles that it has created.
test('the first migrate works with an owner that is not a superuser but can create roles', {
  timeout: 120_000,
}, async () => {
  const { envOf, ownerPassword } = filledIn('small', ['small_service', 'small_owner'], temporaryFolder())
  await makeEmptyDatabase(server, 'small', { name: 'small_owner', password: ownerPassword, rights: 'createrole' })
  assert.match(await succeeds(['migrate'], envOf(services.migrate!)), /^applied 0001_foundation\.sql\n/)
  const login = connect({ url: envOf(services['api-1']!).DATABASE_URL }, { max: 1 })
  after(() => login.end())
  assert.equal((await login`select session_user::text as name`)[0]!.name, 'small_service')
})

test('the steps of the compose file start a service that creates a card', { timeout: 300_000 }, async () => {
  // The server of the test already has a role and a database named `cardwright`.
  const { envOf, ownerPassword } = filledIn('composed', ['composed_service', 'composed_owner'], temporaryFolder())
  await makeEmptyDatabase(server, 'composed', { name: 'composed_owner', password: ownerPassword, rights: 'superuser' })

  const migrated = await succeeds(services.migrate!.command, envOf(services.migrate!))
  assert.match(migrated, /^applied 0001_foundation\.sql\n/)
  assert.match(await succeeds(services.migrate!.command, envOf(services.migrate!)), /^Nothing to do/)

  const own = Object.entries(services).filter(([name, { image }]) => image === 'cardwright' && name !== 'migrate')
  assert.equal(own.length, 4)
  const started = own.map(([, service]) => new StartedProgram(envOf(service), service.command))
  for (const program of started) assert.equal(await statusOf(`${await program.url()}/readyz`), 200)
  const keys = started.flatMap(({ key }) => key ?? [])
  assert.equal(keys.length, 1)
  const api = await started[0]!.url()
  const card = await fetch(`${api}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json', connection: 'close' },
    body: '{"bin_id":"bin_visa_us_prepaid_1","amount":100}',
  })
  assert.equal(card.status, 201, await card.text())

  const env = envOf(services['api-1']!)
  assert.match(await succeeds(['keys', 'create', '--live'], env), /sk_live_/)
  const { out } = await cardwright(['doctor'], env)
  assert.match(out, /composed_service, which owns no table/)
  await succeeds(['audit'], env)
  for (const program of started) assert.equal(await program.stop(), 0, program.said)
})

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}
