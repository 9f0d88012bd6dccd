// The imports between the files of server/src, read from the import lines.

import { dirname, join } from 'node:path/posix'
import { sourceFiles, textOf } from './repository-files.ts'

export type Import = {
  from: string
  /** Relative to server/src, or the name of a package. */
  to: string
  names: string
  typeOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+'([^']+)'/gm

/** Of every file of server/src; `from` and `to` are paths within it. */
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

/** Rings of files that import each other when they run; a type costs nothing at run time. */
export function findCycles(imports: Import[]): string[][] {
  const edges = Map.groupBy(
    imports.filter((each) => !each.typeOnly),
    (each) => each.from,
  )
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return cycles
}
