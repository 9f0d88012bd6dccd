// Everything that can be wrong with one value of a response, one error at a time.

/** Responses of Ethereum nodes have many fields that do not say who was paid. */
const UNREAD =
  /gas|fee|bloom|root|nonce|size|miner|uncle|difficulty|extra|mix|withdraw|blob|yparity|^[rsv]$|^input$|accesslist|chainid|timestamp|position|index$|^from$|blocknumber|cumulative|output|requests|blockheight|blocktime|writable|signer|source|^version$/i

const WRONG = [null, 'wrong', -1, 1.5, [], {}, `0x${'f'.repeat(64)}`]

/**
 * Copies of `answer`, each with one value replaced or one field removed. The last element of a list stands for all of
 * them.
 */
export function* spoiledCopies(answer: unknown): Generator<unknown> {
  for (const path of pathsIn(answer)) {
    for (const wrong of WRONG) yield changed(answer, path, wrong)
    if (typeof path.at(-1) === 'string') yield changed(answer, path, undefined)
  }
}

type Path = (string | number)[]

function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  yield path
  if (typeof value !== 'object' || value === null) return
  const keys = Array.isArray(value)
    ? [...value.keys()].slice(-1)
    : Object.keys(value).filter((key) => !UNREAD.test(key) || key === 'logIndex')
  for (const key of keys) yield* pathsIn((value as Record<string | number, unknown>)[key], [...path, key])
}

/** `undefined` removes the field. */
function changed(answer: unknown, path: Path, wrong: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return wrong
  const copy = structuredClone(answer) as Record<string | number, unknown>
  const value = changed(copy[key], rest, wrong)
  if (value === undefined) delete copy[key]
  else copy[key] = value
  return copy
}
