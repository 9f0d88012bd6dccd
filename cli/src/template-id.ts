import type { Call } from './command.ts'
import { namedId } from './named-id.ts'

export function templateId(call: Call, text: string): Promise<string> {
  const list = () => call.client().cardTemplates.list()
  return namedId(text, { prefix: 'tpl_', noun: 'template', listedBy: 'templates list', list })
}
