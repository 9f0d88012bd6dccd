// Finds an object of a workspace by its name, if only one has it.

import { CommandError } from './framework/failures.ts'

type Kind = {
  /** The prefix of its ids. */
  prefix: string
  noun: string
  /** The command that lists them. */
  listedBy: string
  list(): PromiseLike<{ data: readonly { id: string; name: string }[] }>
}

export async function namedId(text: string, { prefix, noun, listedBy, list }: Kind): Promise<string> {
  if (text.startsWith(prefix)) return text
  const { data } = await list()
  const named = data.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
  if (named.length === 1) return named[0]!.id
  throw new CommandError(
    named.length === 0
      ? `there is no ${noun} "${text}"; see: cardwright ${listedBy}`
      : `${named.length} ${noun}s have the name "${text}"; use the id instead: ${named.map(({ id }) => id).join(', ')}`,
  )
}
