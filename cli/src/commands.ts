// Every command of the API's side, in the order of the help.

import { cardCommands } from './cards.ts'
import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { decisionHookCommands } from './decision-hook.ts'
import { eventCommands } from './events.ts'
import { listen } from './listen/listen.ts'
import { loginCommands } from './login.ts'
import { logCommands } from './logs.ts'
import { mcp } from './mcp.ts'
import { pay } from './pay/pay.ts'
import { readCommands } from './reads.ts'
import { ruleCommands } from './rules.ts'
import { sandboxCommands } from './sandbox.ts'
import { spendRequestCommands } from './spend-requests.ts'
import { templateCommands } from './templates.ts'
import { threeDsCommands } from './three-ds.ts'
import { trigger } from './trigger/trigger.ts'
import { webhookCommands } from './webhooks.ts'

export const commands: readonly Command[] = [
  ...cardCommands,
  ...templateCommands,
  ...spendRequestCommands,
  ...readCommands,
  ...ruleCommands,
  ...decisionHookCommands,
  ...threeDsCommands,
  ...webhookCommands,
  ...eventCommands,
  ...logCommands,
  listen,
  mcp,
  pay,
  trigger,
  ...sandboxCommands,
  ...loginCommands,
  completion,
]
