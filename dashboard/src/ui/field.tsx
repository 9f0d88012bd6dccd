// A label and a control, with a hint or an error.

import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classes } from './classes.ts'

type Wiring = { id: string; describedBy: string | undefined; isWrong: boolean }
const FieldWiring = createContext<Wiring | undefined>(undefined)

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  children: ReactNode
}

export function Field({ label, hint, error: found, optional, children }: FieldProps) {
  const id = useId()
  const { error, frame, onChange } = useAnswerableError(found)
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div ref={frame} onChange={onChange} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      <FieldWiring value={{ id, describedBy: note ? noteId : undefined, isWrong: error !== undefined }}>
        {children}
      </FieldWiring>
      {note && (
        <p
          id={noteId}
          className={classes('text-[13px]', error ? 'text-bad' : 'text-soft')}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}

/** In a form, an error disappears when its field changes, and returns only when the form is submitted again. */
function useAnswerableError(found: string | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<string>()
  useEffect(() => {
    const form = frame.current?.closest('form')
    const ask = () => setAnswered(undefined)
    form?.addEventListener('submit', ask)
    return () => form?.removeEventListener('submit', ask)
  }, [])
  useEffect(() => {
    if (found === undefined) setAnswered(undefined)
  }, [found])
  const onChange = () => {
    if (frame.current?.closest('form')) setAnswered(found)
  }
  return { error: found === answered ? undefined : found, frame, onChange }
}

function useWiring() {
  const wiring = useContext(FieldWiring)
  return {
    id: wiring?.id,
    'aria-describedby': wiring?.describedBy,
    'aria-invalid': wiring?.isWrong || undefined,
  }
}

const control =
  'w-full rounded-lg border border-line-strong bg-surface px-3 text-sm placeholder:text-soft/80 transition-colors hover:border-soft/60 focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useWiring()} autoComplete="off" {...rest} className={classes(control, 'h-9.5', className)} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useWiring()} {...rest} className={classes(control, 'py-2', className)} />
}

/** The browser's own select, which works with every keyboard, phone and screen reader. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...useWiring()} {...rest} className={classes(control, 'h-9.5 appearance-none pr-8')}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-soft"
        aria-hidden
      />
    </span>
  )
}

/** An input for an amount, in dollars unless another currency is given. */
export function AmountInput({ currency = 'USD', ...props }: ComponentProps<'input'> & { currency?: string }) {
  const isDollars = currency === 'USD'
  return (
    <span className="relative block">
      <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-sm text-soft" aria-hidden>
        {isDollars ? '$' : currency}
      </span>
      <Input
        inputMode="decimal"
        placeholder={isDollars ? '0.00' : '0'}
        {...props}
        className={classes('tabular', isDollars ? 'pl-7' : 'pl-12')}
      />
    </span>
  )
}

export function Checkbox({ label, hint, ...rest }: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input id={id} type="checkbox" {...rest} className="mt-0.5 size-4 shrink-0 accent-(--accent)" />
      <label htmlFor={id} className="text-sm">
        {label}
        {hint && <span className="block text-[13px] text-soft">{hint}</span>}
      </label>
    </div>
  )
}
