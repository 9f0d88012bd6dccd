// A command that shows a list: one page, or with --all every page.

import type { Call, Command, Option } from './command.ts'
import { everyItem } from './every-item.ts'
import type { Column } from './output.ts'
import type { Cardwright, Page, PagePromise } from './sdk.ts'

const paging: Record<string, Option> = {
  page: { kind: 'number', value: 'N', help: 'the number of the page, starting at 1' },
  cursor: { kind: 'text', value: 'CURSOR', help: 'show the page after this next_cursor' },
  'per-page': { kind: 'number', value: 'N', help: 'how many items a page has' },
  all: { kind: 'flag', help: 'show every page' },
}

export type ListCommand = Omit<Command, 'run'> & {
  columns: readonly Column[]
  /** The list comes in one answer, without pages. */
  isWhole?: boolean
  /** Converts a row for people, when columns show words. */
  shown?: (row: object) => object
  /** Finds the id of the first argument, which may be a name. */
  named?: (call: Call, text: string) => Promise<string>
  /** The options are named after the parameters; the service checks their types. */
  list(client: Cardwright, params: never, args: readonly string[]): PagePromise<object>
}

export function listCommand({ columns, list, named, isWhole = false, shown = same, ...command }: ListCommand): Command {
  const options: Record<string, Option> = { ...command.options, ...(isWhole ? {} : paging) }
  return {
    ...command,
    options,
    async run(call) {
      const rows = (data: readonly object[]) => (call.out.isJson ? data : data.map(shown))
      const args = named ? [await named(call, call.args[0]!), ...call.args.slice(1)] : call.args
      const found = list(call.client(), call.params() as never, args)
      if (call.flag('all')) return call.out.list(rows(await everyItem(found)), columns)
      const page = await found
      const { data, ...more } = page.toJSON()
      call.out.list(rows(data), columns, more)
      if (page.total > data.length) call.out.note(pageNote(page))
    },
  }
}

function same(row: object): object {
  return row
}

function pageNote({ data, page, perPage, total, totalCapped }: Page<object>): string {
  const first = (page - 1) * perPage + 1
  const of = `${total.toLocaleString('en-US')}${totalCapped ? ' or more' : ''}`
  return data.length === 0
    ? `Page ${page} is empty; there are ${of}.`
    : `${first} to ${first + data.length - 1} of ${of}.`
}
