// The imports between the files of server/src, read from the import lines, and the cycles that they form.

import { dirname, join } from 'node:path/posix'
import { sourceFiles, textOf } from './repository-files.ts'

export type Import = {
  from: string
  /** The path relative to server/src, or the name of a package. */
  to: string
  names: string
  typeOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+'([^']+)'/gm

/** Returns the imports of every file of server/src. `from` and `to` are paths within it. */
export function readImports(): Import[] {
  return sourceFiles().flatMap((path) => {
    const from = path.slice('server/src/'.length)
    return [...textOf(path).matchAll(IMPORT)].map(([, type, names = '', target = '']) => ({
      from,
      to: target.startsWith('.') ? join(dirname(from), target) : target,
      names,
      typeOnly: type !== undefined || isAllTypes(names),
    }))
  })
}

function isAllTypes(names: string): boolean {
  const inside = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  return inside?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

/**
 * Returns the groups whose members all reach each other by imports, sorted. A member that is not reached back is in no
 * group. This is Tarjan's algorithm: `lowest` is the earliest member, by order of visit, that a member reaches.
 */
export function findRings(imports: readonly { from: string; to: string }[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const rings: string[][] = []
  const visit = (member: string): void => {
    order.set(member, order.size)
    lowest.set(member, order.get(member)!)
    open.push(member)
    for (const { to } of targets.get(member) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(member, Math.min(lowest.get(member)!, lowest.get(to)!))
    }
    if (lowest.get(member) !== order.get(member)) return
    const group = open.splice(open.indexOf(member))
    if (group.length > 1) rings.push(group.sort())
  }
  for (const member of targets.keys()) if (!order.has(member)) visit(member)
  return rings.sort()
}
