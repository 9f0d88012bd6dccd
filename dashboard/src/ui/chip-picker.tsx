// A combobox that selects several options out of many. Selected options are shown as chips, and typing finds more.

import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Field, Input } from './field.tsx'

export type Option = {
  value: string
  name: string
  hint?: string
  /** More search words, which are not shown. */
  also?: string
}

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  placeholder: string
  chosen: Option[]
  options: Option[]
  /** Options made from the typed text, such as a code that no list contains. */
  fromText?: (text: string) => Option[]
  /** Shown when nothing is found. */
  none?: string | undefined
  max?: number
  /** Called with the typed text, for options that are looked up. */
  onType?: (text: string) => void
  onAdd: (value: string) => void
  onRemove: (value: string) => void
}

const MAX_SHOWN = 60

export function ChipPicker({ label, hint, error, max, chosen, onRemove, ...rest }: Props) {
  const isFull = max !== undefined && chosen.length >= max
  return (
    <Field label={label} error={error} hint={isFull ? `At most ${max}. Remove one to add another.` : hint}>
      <div className="grid gap-2">
        {chosen.length > 0 && (
          <ul className="flex min-w-0 flex-wrap gap-1.5">
            {chosen.map((option) => (
              <li key={option.value} className="max-w-full">
                <Chip option={option} onRemove={() => onRemove(option.value)} />
              </li>
            ))}
          </ul>
        )}
        <Finder {...rest} chosen={chosen} isFull={isFull} onRemove={onRemove} />
      </div>
    </Field>
  )
}

function Chip({ option: { name }, onRemove }: { option: Option; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
      className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-1.5 pl-2.5 text-[13px] font-medium text-accent-ink hover:opacity-85"
    >
      <span className="truncate">{name}</span>
      <X className="size-3.5 shrink-0" aria-hidden />
    </button>
  )
}

type FinderProps = Pick<
  Props,
  'chosen' | 'options' | 'fromText' | 'none' | 'placeholder' | 'onType' | 'onAdd' | 'onRemove'
> & {
  isFull: boolean
}

function Finder({ chosen, options, fromText, none, placeholder, isFull, onType, onAdd, onRemove }: FinderProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = foundOptions(text, options, chosen, fromText)
  const at = Math.min(active, found.length - 1)
  const show = (next: string) => {
    setText(next)
    onType?.(next)
    setActive(0)
    setOpen(true)
  }
  const choose = (option: Option | undefined) => {
    if (!option) return
    onAdd(option.value)
    setText('')
    onType?.('')
    setActive(0)
    setOpen(false) // an open list would cover the fields below; typing opens it again
  }
  const press = (event: KeyboardEvent) => {
    const last = chosen.at(-1)
    if (event.key === 'Enter') {
      // Enter selects an option here. The form is submitted from its other fields.
      event.preventDefault()
      if (isOpen) choose(found[at])
    } else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Backspace' && text === '' && last) onRemove(last.value)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else setActive(Math.max(0, Math.min(at + (event.key === 'ArrowDown' ? 1 : -1), found.length - 1)))
    }
  }
  const isShown = isOpen && !isFull
  return (
    <span className="relative block">
      <Input
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found[at] ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        disabled={isFull}
        maxLength={200}
        value={text}
        onChange={({ target }) => show(target.value)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {isShown && (
        <Found
          listId={listId}
          found={found}
          at={at}
          none={none ?? 'Nothing matches.'}
          onChoose={choose}
          onPoint={setActive}
        />
      )}
    </span>
  )
}

function foundOptions(text: string, options: Option[], chosen: Option[], fromText: Props['fromText']): Option[] {
  const wanted = text.trim().toLowerCase()
  const taken = new Set(chosen.map(({ value }) => value))
  const listed = options.filter(({ name, hint, also }) =>
    `${name} ${hint ?? ''} ${also ?? ''}`.toLowerCase().includes(wanted),
  )
  const made = wanted === '' ? [] : (fromText?.(text.trim()) ?? [])
  const isListed = new Set(listed.map(({ value }) => value))
  return [...listed, ...made.filter(({ value }) => !isListed.has(value))]
    .filter(({ value }) => !taken.has(value))
    .toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
    .slice(0, MAX_SHOWN)
}

/** Names that begin with the text come first, then options that show it, and last those found only by hidden words. */
function rank({ name, hint, also }: Option, wanted: string): number {
  if (name.toLowerCase().startsWith(wanted)) return 0
  return also === undefined || `${name} ${hint ?? ''}`.toLowerCase().includes(wanted) ? 1 : 2
}

type FoundProps = {
  listId: string
  found: Option[]
  at: number
  none: string
  onChoose: (option: Option) => void
  onPoint: (index: number) => void
}

function Found({ listId, found, at, none, onChoose, onPoint }: FoundProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' }) // returns a promise in newer browsers, which an effect must not return
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(listId)}-${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, at])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Found"
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 scroll-m-2 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 shadow-float"
    >
      {found.length === 0 && <p className="px-2.5 py-2 text-[13px] text-soft">{none}</p>}
      {found.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
        <div
          key={option.value}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerMove={() => index !== at && onPoint(index)}
          onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
          onClick={() => onChoose(option)}
          className={classes(
            'grid cursor-pointer gap-x-3 rounded-md px-2.5 py-1.5 text-sm',
            index === at && 'bg-sunken',
          )}
        >
          <span className="min-w-0 break-words">{option.name}</span>
          {option.hint && <span className="min-w-0 text-[13px] break-words text-soft">{option.hint}</span>}
        </div>
      ))}
    </div>
  )
}
