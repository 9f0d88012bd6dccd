// Bundles the packages of the service, which have more than a thousand files, into a few files for the processes of a test run. A
// process then loads the service in two thirds of the time. compiled-packages.ts uses the bundles.

import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

/** Modules of packages as the service and its tests name them, all written as ES modules. */
const PACKAGES = [
  '@better-auth/kysely-adapter',
  '@better-auth/passkey',
  '@better-auth/utils/otp',
  'better-auth/api',
  'better-auth/crypto',
  'better-auth/minimal',
  'better-auth/plugins/two-factor',
  'kysely',
  'typebox',
]

/** Writes the bundles to this folder, with shared code in shared files. Returns the file of each package. */
export async function compilePackages(folder: string): Promise<Record<string, string>> {
  const files = Object.fromEntries(PACKAGES.map((name, index) => [name, `package-${index}`]))
  const input = Object.fromEntries(Object.entries(files).map(([name, file]) => [file, name]))
  const build = await rolldown({ input, cwd: resolve('server'), platform: 'node', logLevel: 'silent' })
  await build.write({ dir: folder, format: 'esm' })
  await build.close()
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${folder}/${file}.js`]))
}
