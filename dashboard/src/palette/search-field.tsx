import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The field of the palette, which is there before its results are loaded. */
export function SearchField(props: Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <div className="flex items-center gap-2.5 border-b border-line px-4">
      <Search className="size-4 shrink-0 text-soft" aria-hidden />
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        aria-label="Search or jump to"
        maxLength={100}
        placeholder="Card, last four, merchant, amount, any id, or a page"
        className="h-12 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-soft"
        {...props}
      />
    </div>
  )
}
