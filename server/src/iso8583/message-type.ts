// What the four digits of a message type say.

const VERSIONS: Record<string, string> = { 0: '', 1: ' (1993)', 2: ' (2003)' }
const CLASSES: Record<string, string> = {
  1: 'authorization',
  2: 'financial',
  3: 'file action',
  4: 'reversal',
  5: 'reconciliation',
  6: 'administrative',
  7: 'fee collection',
  8: 'network management',
}
const FUNCTIONS: Record<string, string> = {
  0: 'request',
  1: 'response',
  2: 'advice',
  3: 'advice response',
  4: 'notification',
}

/** Such as "authorization request, repeated"; empty for a type that has no meaning. */
export function describeType(mti: string): string {
  const [version, group, action, origin] = mti
  const words = [CLASSES[group!], FUNCTIONS[action!]]
  if (VERSIONS[version!] === undefined || words.includes(undefined)) return ''
  const repeated = Number(origin) % 2 === 1 ? ', repeated' : ''
  return `${words.join(' ')}${repeated}${VERSIONS[version!]}`
}
