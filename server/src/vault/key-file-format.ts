import type { KeyObject } from 'node:crypto'
import { parseMasterKey } from './key-provider.ts'

/**
 * The message always names the file and the remedy. There is never a `cause`: a JSON syntax error quotes the text, here
 * a key.
 */
export class KeyFileError extends Error {
  constructor(path: string, problem: string, cure: string) {
    super(`key file ${path}: ${problem}; ${cure}`)
    this.name = 'KeyFileError'
  }
}

/** The base64 texts of the file by version: {"versions": {"1": "…", "2": "…"}}. */
export type KeyFileContent = Map<number, string>

const MAX_VERSION = 2 ** 31 - 1 // data_keys.master_version is an integer column
const RESTORE = 'restore it from your backup of the key file'

export function parseKeyFile(path: string, text: string): KeyFileContent {
  const versions = parseVersions(text)
  if (!versions) throw new KeyFileError(path, 'is not of the form {"versions": {"1": "…"}}', RESTORE)
  const content: KeyFileContent = new Map()
  for (const [name, value] of Object.entries(versions)) {
    const version = Number(name)
    if (!/^[1-9]\d{0,9}$/.test(name) || version > MAX_VERSION) {
      throw new KeyFileError(path, 'has a version that is not a whole number from 1', RESTORE)
    }
    if (typeof value !== 'string' || !parseMasterKey(value)) {
      throw new KeyFileError(path, `version ${version} is not base64 of 32 bytes`, RESTORE)
    }
    content.set(version, value)
  }
  if (content.size === 0) throw new KeyFileError(path, 'holds no key', RESTORE)
  return content
}

function parseVersions(text: string): object | undefined {
  try {
    const parsed = JSON.parse(text)
    const { versions } = parsed
    // Unknown fields are refused: rewriting the file would drop what a newer release put there.
    const known = Object.keys(parsed).length === 1 && typeof versions === 'object' && !Array.isArray(versions)
    return known && versions !== null ? versions : undefined
  } catch {
    return undefined
  }
}

export function formatKeyFile(content: KeyFileContent): string {
  return `${JSON.stringify({ versions: Object.fromEntries(content) }, null, 2)}\n`
}

export function masterKeys(content: KeyFileContent): Map<number, KeyObject> {
  return new Map([...content].map(([version, text]) => [version, parseMasterKey(text)!]))
}

export function newestVersion(versions: Iterable<number>): number {
  return Math.max(...versions)
}
