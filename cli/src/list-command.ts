// A command that shows a list: one page, or with --all every page.

import { type Call, type Command, type Option, paging } from './command.ts'
import { everyItem } from './every-item.ts'
import type { Column } from './output.ts'
import type { Cardwright, Page, PagePromise } from './sdk.ts'

export type ListCommand = Omit<Command, 'run'> & {
  columns: readonly Column[]
  /** A list that comes whole has no pages. */
  isWhole?: boolean
  /** The options are named after the parameters, so their types are the service's to judge. */
  list(client: Cardwright, params: never, args: readonly string[]): PagePromise<object>
}

export function listCommand({ columns, list, isWhole = false, ...command }: ListCommand): Command {
  const options: Record<string, Option> = { ...command.options, ...(isWhole ? {} : paging) }
  return {
    ...command,
    options,
    async run(call) {
      const found = list(call.client(), call.params() as never, call.args)
      if (call.flag('all')) return showAll(call, found, columns)
      const page = await found
      const { data, ...more } = page.toJSON()
      call.out.list(data, columns, more)
      if (page.total > data.length) call.out.note(pageNote(page))
    },
  }
}

async function showAll(call: Call, found: PagePromise<object>, columns: readonly Column[]): Promise<void> {
  call.out.list(await everyItem(found), columns)
}

function pageNote({ data, page, perPage, total, totalCapped }: Page<object>): string {
  const first = (page - 1) * perPage + 1
  const of = `${total.toLocaleString('en-US')}${totalCapped ? ' or more' : ''}`
  return data.length === 0
    ? `Page ${page} is empty; there are ${of}.`
    : `${first} to ${first + data.length - 1} of ${of}.`
}
