// A tool: its description for agents, the routes it calls, and how their answers become its result.

import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Static, TSchema } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { ApiError } from '../errors.ts'
import type { Wake } from '../events/wake.ts'
import { checkKey } from '../http/check-key.ts'
import type { AnyRoute } from '../http/route.ts'
import type { Answered, CallRoute } from './call-route.ts'

/** What a tool is given. `signal` aborts when the client has gone or the service stops. */
export type Session = { call: CallRoute; workspace: Workspace; wake: Wake; requestId: string; signal: AbortSignal }

type Effect = 'reads' | 'changes' | 'ends'

export type ToolResult = CallToolResult | InputRequiredResult

export type Tool<Args extends TSchema = TSchema> = {
  name: string
  title: string
  description: string
  /** `reads` changes nothing; `changes` can be undone or only adds something; `ends` removes something. */
  effect: Effect
  /** Whether a second call with the same arguments changes nothing more. */
  isRepeatable: boolean
  input: Args
  output: TSchema
  /** Every route that it calls: a key that may not call one of them does not see the tool. */
  routes: AnyRoute[]
  run(args: Static<Args>, session: Session, context: ServerContext): Promise<ToolResult>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds many shapes; each was checked where it was defined
export type AnyTool = Tool<any>

export function tool<Args extends TSchema>(definition: Tool<Args>): AnyTool {
  return definition
}

/** Uses the same check as every request of the key, so that a tool is shown exactly when its calls would be allowed. */
export function maySee(workspace: Workspace, { routes }: AnyTool): boolean {
  return routes.every((route) => isAllowed(workspace, route))
}

export function isAllowed(workspace: Workspace, route: AnyRoute): boolean {
  try {
    checkKey(route, workspace, {})
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The result of one call: what `present` picks from the answer, or the error in the words of the API. */
export function resultOf<T extends object>({ status, body }: Answered, present: (body: never) => T): CallToolResult {
  return status < 400 ? success(present(body as never)) : failure(body)
}

export function success(structured: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: { ...structured } }
}

/** Text only, since structured content must have the form of a success. */
export function failure(error: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(error) }], isError: true }
}
