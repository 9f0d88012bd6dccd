import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type HitGroup, withHits } from './hits.ts'
import { Results } from './results.tsx'
import { useActions } from './use-actions.ts'
import { useFound } from './use-found.ts'
import { usePages } from './use-pages.ts'
import { useSettledText } from './use-settled-text.ts'

export default function Finder({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState(0)
  const { groups, isSettled } = useGroups(text.trim())
  const hits = groups.flatMap(({ hits }) => hits)
  const listId = useId()
  const current = Math.max(0, Math.min(chosen, hits.length - 1))
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  })
  const run = (index: number) => {
    const hit = hits[index]
    if (!hit) return
    onDone()
    hit.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(current)
    const next = nextOf(event.key, current, hits.length)
    if (next === undefined || hits.length === 0) return
    event.preventDefault()
    choose(next)
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-soft" aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? `${listId}-${current}` : undefined}
          value={text}
          maxLength={100}
          onChange={(event) => {
            setText(event.target.value)
            choose(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="Card, last four, merchant, amount, any id, or a page"
          className="h-12 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-soft"
        />
      </div>
      <Results id={listId} groups={groups} current={current} onRun={run} onPoint={choose} />
      {hits.length === 0 && (
        <p className="px-4 py-6 text-center text-sm break-words text-soft" role="status">
          {isSettled ? `Nothing found for “${text.trim()}”.` : 'Searching…'}
        </p>
      )}
    </>
  )
}

function nextOf(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, current + 5)
  return key === 'PageUp' ? Math.max(0, current - 5) : undefined
}

/** Pages and actions are found at once. The service is asked when the typing has paused. */
function useGroups(text: string): { groups: HitGroup[]; isSettled: boolean } {
  const settled = useSettledText(text)
  const found = useFound(settled)
  const pages = { title: 'Pages', hits: usePages(text) }
  const actions = { title: 'Actions', hits: useActions(text) }
  const isCurrent = settled === text
  if (text === '') return { groups: withHits([actions, pages]), isSettled: true }
  return {
    groups: withHits([pages, ...(isCurrent ? found.groups : []), actions]),
    isSettled: isCurrent && found.isSettled,
  }
}
