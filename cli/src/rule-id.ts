import type { Call } from './command.ts'
import { namedId } from './named-id.ts'

export function ruleId(call: Call, text: string): Promise<string> {
  return namedId(text, {
    prefix: 'rule_',
    noun: 'rule',
    listedBy: 'rules list',
    list: () => call.client().rules.list(),
  })
}
