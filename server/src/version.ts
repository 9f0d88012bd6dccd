import { readFileSync } from 'node:fs'

export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Whether `version` is the same as `other` or newer. Both have the form X.Y.Z. */
export function isAtLeast(version: string, other: string): boolean {
  const [own, wanted] = [version, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const place = [0, 1, 2].find((index) => own![index] !== wanted![index])
  return place === undefined || own![place]! > wanted![place]!
}
