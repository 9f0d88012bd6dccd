// Pages of a list that is walked by cursor: it has no number of rows, and no last page to jump to.

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type Props = {
  cursor: string | undefined
  pagination: { page: number; next_cursor: string | null }
  rows: number
  onCursor: (cursor: string | undefined) => void
}

/** Whoever came here by a link knows no page before this one: then back is the first page. */
export function CursorPager({ cursor, pagination: { page, next_cursor: next }, rows, onCursor }: Props) {
  const [trail, setTrail] = useState<{ of: string; before: string | undefined }[]>([])
  if (page === 1 && next === null) return null
  const goOn = () => {
    setTrail([...trail, { of: next!, before: cursor }])
    onCursor(next!)
  }
  const goBack = () => {
    const step = trail.findLast(({ of }) => of === cursor)
    setTrail(step ? trail.slice(0, trail.indexOf(step)) : [])
    onCursor(step?.before)
  }
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 border-t border-line px-5 py-3 text-[13px] text-soft"
    >
      <span className="tabular">
        Page {page.toLocaleString('en-US')}, {rows.toLocaleString('en-US')} shown
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          disabled={page <= 1}
          onClick={goBack}
          icon={<ChevronLeft className="size-3.5" aria-hidden />}
        >
          Newer
        </Button>
        <Button size="small" disabled={next === null} onClick={goOn}>
          Older
          <ChevronRight className="size-3.5" aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
