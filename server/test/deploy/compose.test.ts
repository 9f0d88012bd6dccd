import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { root, textOf } from '../repository/repository-files.ts'
import { knownVariables, readEnvFile } from './settings.ts'

type Service = {
  image: string
  command?: string[]
  env_file?: string | string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  build?: { context: string; dockerfile: string }
  depends_on?: Record<string, unknown>
  ports?: string[]
  volumes?: string[]
}
const compose: { services: Record<string, Service>; volumes: object } = parse(textOf('deploy/compose.yaml'), {
  merge: true,
})
const services = Object.entries(compose.services)
const own = services.filter(([name, service]) => service.image === 'cardwright' && name !== 'migrate')
const { migrate } = compose.services
const filesOf = ({ env_file = [] }: Service) => [env_file].flat()

test('the compose file starts two API processes and two workers', () => {
  const roles = own.map(([, { command }]) => readConfig({}, command).role).sort()
  assert.deepEqual(roles, ['api', 'api', 'worker', 'worker'])
})

test('the service reads every variable that the compose file sets', () => {
  const known = knownVariables()
  const given = [
    ...Object.keys(readEnvFile('deploy/cardwright.env.example')),
    ...own.flatMap(([, { environment = {} }]) => Object.keys(environment)),
  ]
  assert.deepEqual(
    given.filter((name) => !known.has(name)),
    [],
  )
})

test('the filled-in settings are valid and name services of the compose file', () => {
  const env = readEnvFile('deploy/cardwright.env.example')
  const config = readConfig({ ...env, CARDWRIGHT_MASTER_KEY: Buffer.alloc(32).toString('base64') })
  const owned = readConfig({ ...env, ...readEnvFile('deploy/owner.env.example'), CARDWRIGHT_MASTER_KEY: undefined })
  const [database, redis] = [new URL(config.databaseUrl!), new URL(config.redisUrl!)]
  const owner = new URL(owned.databaseOwnerUrl!)
  const { POSTGRES_USER, POSTGRES_DB } = compose.services.postgres!.environment!
  assert.deepEqual(
    [owner.username, owner.pathname, database.pathname],
    [POSTGRES_USER, `/${POSTGRES_DB}`, `/${POSTGRES_DB}`],
  )
  for (const { hostname } of [database, redis, owner])
    assert.ok(hostname in compose.services, `${hostname} is not a service`)
})

test("the database does not get the master key, and the service does not get the owner's login", () => {
  for (const file of filesOf(compose.services.postgres!))
    assert.ok(!('CARDWRIGHT_MASTER_KEY' in readEnvFile(`deploy/${file}.example`)), `${file} contains the master key`)
  const env = readEnvFile('deploy/cardwright.env.example')
  for (const [name, service] of own) assert.deepEqual(filesOf(service), ['cardwright.env'], name)
  assert.ok(!('DATABASE_OWNER_URL' in env), 'cardwright.env contains the login of the owner')
  assert.notEqual(new URL(env.DATABASE_URL!).username, compose.services.postgres!.environment!.POSTGRES_USER)
})

test('the owner migrates the schema before any process of the service starts', () => {
  assert.deepEqual([migrate!.entrypoint, migrate!.command], [['cardwright'], ['migrate']])
  assert.deepEqual(filesOf(migrate!), ['cardwright.env', 'owner.env'])
  for (const [name, { depends_on }] of own)
    assert.deepEqual(depends_on!.migrate, { condition: 'service_completed_successfully' }, name)
  assert.ok(!('migrate' in migrate!.depends_on!), 'migrate depends on itself')
})

test('the files, services and volumes that the compose file names exist, and its ports differ', () => {
  for (const [name, service] of services) {
    if (service.build)
      assert.ok(
        existsSync(join(root, 'deploy', service.build.context, service.build.dockerfile)),
        `the Dockerfile of ${name} is missing`,
      )
    for (const file of filesOf(service))
      assert.ok(existsSync(join(root, `deploy/${file}.example`)), `${file} of ${name} is missing`)
    for (const needed of Object.keys(service.depends_on ?? {})) assert.ok(needed in compose.services, needed)
    for (const volume of service.volumes ?? []) assert.ok(volume.split(':')[0]! in compose.volumes, volume)
  }
  const ports = own.flatMap(([, { ports = [] }]) => ports)
  assert.equal(new Set(ports.map((port) => port.split(':').at(-2))).size, ports.length)
})
