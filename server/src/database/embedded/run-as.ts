import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * The uid postgres runs under when root starts us and nobody else owns the folder: PostgreSQL refuses root, and
 * `nobody` or `daemon` would share the files with other programs. It needs no entry in /etc/passwd. 60706 to 61183
 * is used by neither distributions nor systemd, and lies below 65536, all that a rootless container can map.
 */
export const PRIVATE_UID = 60718
const PRIVATE_UIDS_TRIED = 100

export const isRoot = (): boolean => process.geteuid?.() === 0

export function ownAccount(): Account {
  return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
}

/** The account that runs postgres: our own. As root it is the owner of the files, or else a private uid. */
export function accountFor(owner: Stats): Account {
  if (!isRoot()) return ownAccount()
  if (owner.uid === 0) return privateAccount()
  return { uid: owner.uid, gid: owner.gid === 0 ? owner.uid : owner.gid }
}

function privateAccount(): Account {
  const taken = new Set(passwdEntries().map((entry) => entry.uid))
  for (let uid = PRIVATE_UID; uid < PRIVATE_UID + PRIVATE_UIDS_TRIED; uid++) {
    if (!taken.has(uid)) return { uid, gid: uid }
  }
  return { uid: PRIVATE_UID, gid: PRIVATE_UID }
}

/** An unprivileged account that has a passwd entry: initdb, unlike postgres, looks its own name up. */
export function namedStandIn(): Account | undefined {
  const entries = passwdEntries().filter((entry) => entry.uid > 0)
  for (const name of ['daemon', 'bin', 'games', 'nobody']) {
    const entry = entries.find((candidate) => candidate.name === name)
    if (entry) return { uid: entry.uid, gid: entry.gid }
  }
  return undefined
}

function passwdEntries(): { name: string; uid: number; gid: number }[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {} // a minimal container may have none
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
}

/** Options for spawn. Only root may (and must) change the account; libuv then also drops supplementary groups. */
export function identity(account: Account): { uid?: number; gid?: number } {
  return isRoot() ? { ...account } : {}
}

export const TRAVERSE = 0o1
export const READ = 0o4

/** The first folder above `path` (a real path) that the account may not enter, or `path` itself when it lacks the wanted rights. */
export function obstacleTo(path: string, account: Account, wanted: number): string | undefined {
  if (!isRoot()) return undefined // we are the account, and the kernel itself will refuse
  const parent = dirname(path)
  const above = parent === path ? undefined : obstacleTo(parent, account, TRAVERSE)
  return above ?? (allows(statSync(path), account, wanted) ? undefined : path)
}

function allows(file: Stats, account: Account, wanted: number): boolean {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0
  return ((file.mode >> shift) & wanted) === wanted
}
