import { readFileSync } from 'node:fs'
import { CommandError, UsageError } from '../../../cli/src/framework/failures.ts'
import type { Config } from '../config/config.ts'
import { keyFilePath } from '../start/open-connection.ts'
import { dataKeyTable } from '../vault/data-key-table.ts'
import { openKeyFile } from '../vault/key-file.ts'
import { type KeyProvider, masterKeyFromBase64, parseMasterKey } from '../vault/key-provider.ts'
import { rewrapDataKeys } from '../vault/rewrap-data-keys.ts'
import { type Command, type Session, withSchema } from './command.ts'

export const rotateKeys: Command = {
  name: 'rotate-keys',
  summary: 'replace the master key while the service runs',
  options: {
    'new-key-file': {
      kind: 'text',
      value: 'PATH',
      help: 'with CARDWRIGHT_MASTER_KEY: the file with its new value, 32 bytes in base64',
    },
    'seal-only': {
      kind: 'flag',
      help: 'keep the master key, and only start a new key for new card numbers and secrets',
    },
  },
  notes:
    'Card numbers and secrets are not rewritten: each is sealed with a data key, and only the data keys are wrapped again.\nMore: docs/operating/keys.md',
  async run(call) {
    const newKeyFile = call.text('new-key-file')
    if (newKeyFile && call.flag('seal-only')) throw new UsageError('--new-key-file cannot be combined with --seal-only')
    await withSchema(call, (session) => {
      if (call.flag('seal-only')) return beginSealKey(session)
      return session.config.masterKey
        ? replaceGivenKey(session, session.config.masterKey, newKeyFile)
        : rotateKeyFile(session, newKeyFile)
    })
  },
}

async function beginSealKey({ vault, print }: Session): Promise<void> {
  await (await vault()).rotate()
  print('A new seal key is in use from now on. The master key is the same.')
}

/** The vault is opened first, so that nothing is changed with a wrong key file. */
async function rotateKeyFile(
  { config, vault: openVault, print }: Session,
  newKeyFile: string | undefined,
): Promise<void> {
  if (newKeyFile)
    throw new UsageError(
      '--new-key-file is only for a master key in CARDWRIGHT_MASTER_KEY; here the command adds a new version to the key file',
    )
  const vault = await openVault()
  const version = openKeyFile(keyFilePath(config), { create: false }).addVersion()
  const { rewrapped } = await vault.rotate()
  print(`${keyFilePath(config)} has a new master key, version ${version}. ${rewrapped} data keys were wrapped again, and a new seal key is in use.
Back up the key file now: older backups need its older versions, and new backups need this one.`)
}

/**
 * Makes no new seal key: a service that still runs with the old value has every data key in memory and goes on, but could not
 * unwrap a key made now.
 */
async function replaceGivenKey(
  { database, print }: Session,
  current: string,
  newKeyFile: string | undefined,
): Promise<void> {
  if (!newKeyFile) {
    throw new UsageError(
      'rotate-keys needs --new-key-file PATH, because the master key comes from CARDWRIGHT_MASTER_KEY; create a key with: openssl rand -base64 32',
    )
  }
  const provider = eitherKey(masterKeyFromBase64(current), masterKeyFromBase64(readNewKey(newKeyFile)))
  const rewrapped = await rewrapDataKeys(provider, dataKeyTable(database))
  print(`${rewrapped === 0 ? 'Every data key is already wrapped by the new master key.' : `${rewrapped} data keys were wrapped again.`}
Now set CARDWRIGHT_MASTER_KEY to the new value and restart every process of the service: with the old value it no longer starts.
Keep the old value as long as you keep older backups.`)
}

/** Unwraps by either key and wraps by the new one. */
function eitherKey(current: KeyProvider, next: KeyProvider): KeyProvider {
  if (current.currentVersion === next.currentVersion)
    throw new CommandError('the new master key is already in use; create another with: openssl rand -base64 32')
  return {
    currentVersion: next.currentVersion,
    wrap: next.wrap,
    unwrap: (version, wrapped, context) =>
      (version === next.currentVersion ? next : current).unwrap(version, wrapped, context),
    reload: () => {},
  }
}

function readNewKey(path: string): string {
  const text = readFileSync(path, 'utf8').trim()
  if (!parseMasterKey(text))
    throw new CommandError(`${path} does not contain 32 bytes in base64; create a key with: openssl rand -base64 32`)
  return text
}

/** Describes where the master key is kept. */
export function placeOfMasterKey(config: Config): string {
  return config.masterKey ? 'the value of CARDWRIGHT_MASTER_KEY' : `the key file ${keyFilePath(config)}`
}
