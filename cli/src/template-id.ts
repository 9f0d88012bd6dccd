// A template by its name, where it has only one.

import type { Call } from './command.ts'
import { CommandError } from './failures.ts'

export async function templateId(call: Call, text: string): Promise<string> {
  if (text.startsWith('tpl_')) return text
  const { data } = await call.client().cardTemplates.list()
  const named = data.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
  if (named.length === 1) return named[0]!.id
  throw new CommandError(
    named.length === 0
      ? `there is no template "${text}"; see: cardwright templates list`
      : `${named.length} templates have the name "${text}"; give the id of one: ${named.map(({ id }) => id).join(', ')}`,
  )
}
