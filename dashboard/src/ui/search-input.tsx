import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from './field.tsx'

const PAUSE_MS = 300

type Props = { label: string; placeholder: string; value: string; maxLength: number; onSearch: (text: string) => void }

/** Searches once typing pauses. `value` is the current search, which can also change through the address. */
export function SearchInput({ label, placeholder, value, maxLength, onSearch }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      search.current(sent.current)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="relative block">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </span>
  )
}
