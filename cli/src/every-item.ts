/** Like `Array.fromAsync`, which the compiler's library does not have yet. */
export async function everyItem<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
