import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type HitGroup, withHits } from './hits.ts'
import { Results } from './results.tsx'
import { SearchField } from './search-field.tsx'
import { useActions } from './use-actions.ts'
import { useFound } from './use-found.ts'
import { usePages } from './use-pages.ts'
import { useSettledText } from './use-settled-text.ts'

type Props = { typed: string; onDone: () => void }

/** `typed` is what the person typed while this was loading. */
export default function Finder({ typed, onDone }: Props) {
  const [text, setText] = useState(typed)
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
      <SearchField
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `${listId}-${current}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          choose(0)
        }}
        onKeyDown={onKeyDown}
      />
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

/** Pages and actions are found immediately. The service is asked when the typing has paused. */
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
