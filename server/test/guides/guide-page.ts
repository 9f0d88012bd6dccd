// The commands of a guide, in the order in which a reader types them.

import { textOf } from '../repository/repository-files.ts'

/** Every command of the page: in blocks of four spaces and in blocks of `sh`. */
export function commandsOf(page: string): string[] {
  return blocksOf(textOf(page)).flatMap(commandsIn)
}

/** The blocks of another language, such as the files that a reader writes. */
export function fencedBlocks(page: string, language: string): string[] {
  return [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!)
}

/**
 * An indented line starts a block only after an empty line; otherwise it continues a paragraph. A block may have empty
 * lines.
 */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let fence: string | undefined
  let isInCode = false
  let wasEmpty = true
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fence = fence === undefined ? line.slice(3) : undefined
      if (fence === 'sh') blocks.push([])
    } else if (fence === 'sh') blocks.at(-1)!.push(line)
    if (fence !== undefined) continue
    const isEmpty = line.trim() === ''
    const isCode: boolean = line.startsWith('    ') && !isEmpty && (isInCode || wasEmpty)
    if (isCode && !isInCode) blocks.push([])
    if (isCode) blocks.at(-1)!.push(line.slice(4))
    isInCode = isCode || (isInCode && isEmpty)
    wasEmpty = isEmpty
  }
  return blocks.filter((block) => block.length > 0)
}

/** A block that starts with a prompt also shows output, which is not a command. */
function commandsIn(block: string[]): string[] {
  const hasPrompt = block[0]!.startsWith('$ ')
  const lines = hasPrompt ? block.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2)) : block
  const commands: string[] = []
  let open = ''
  for (const line of lines) {
    open += open === '' ? line : `\n${line}`
    if (!isComplete(open)) continue
    if (open.trim() !== '' && !open.startsWith('#')) commands.push(open)
    open = ''
  }
  if (open !== '') throw new Error(`The command does not end: ${open}`)
  return commands
}

/** Whether a shell would run the text instead of waiting for another line. */
function isComplete(text: string): boolean {
  const withoutComments = text.replace(/\s#\s.*$/gm, '')
  return !text.endsWith('\\') && withoutComments.split("'").length % 2 === 1
}
