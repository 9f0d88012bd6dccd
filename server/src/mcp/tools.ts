// Every tool, in the order in which clients list them.

import { freezeCardTool, getBalanceTool, getCardTool, listCardsTool, listTransactionsTool } from './card-tools.ts'
import { explainDeclineTool } from './explain-decline.ts'
import { getRevealLink } from './get-reveal-link.ts'
import {
  cancelSpendRequestTool,
  createSpendRequestTool,
  getSpendRequestTool,
  reportOutcomeTool,
} from './spend-request-tools.ts'
import type { AnyTool } from './tool.ts'
import { waitForPasscode } from './wait-for-passcode.ts'
import { whoami } from './whoami.ts'

export const tools: AnyTool[] = [
  whoami,
  listCardsTool,
  getCardTool,
  getBalanceTool,
  listTransactionsTool,
  explainDeclineTool,
  createSpendRequestTool,
  getSpendRequestTool,
  cancelSpendRequestTool,
  freezeCardTool,
  waitForPasscode,
  getRevealLink,
  reportOutcomeTool,
]
