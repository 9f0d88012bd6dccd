// Short messages about what has just happened, with an undo button where possible.

import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

type Toast = { id: number; text: string; tone: 'good' | 'bad'; undo?: (() => void) | undefined }

const SHOWN_MS = 6_000
const MOST = 4

let shown: Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function show(toasts: Toast[]): void {
  shown = toasts
  for (const tell of listeners) tell()
}

function add(text: string, tone: Toast['tone'], undo?: () => void): void {
  const id = next++
  show([...shown, { id, text, tone, undo }].slice(-MOST))
  setTimeout(() => dismiss(id), SHOWN_MS)
}

function dismiss(id: number): void {
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id))
}

export const toast = {
  done: (text: string, undo?: () => void) => add(text, 'good', undo),
  failed: (error: Error) => add(error.message, 'bad'),
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => shown,
  )
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 grid justify-items-center gap-2 sm:left-auto sm:justify-items-end"
    >
      {toasts.map((each) => (
        <OneToast key={each.id} toast={each} />
      ))}
    </section>
  )
}

function OneToast({ toast: { id, text, tone, undo } }: { toast: Toast }) {
  const Icon = tone === 'good' ? CircleCheck : CircleAlert
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-center gap-2.5 rounded-xl border border-line bg-surface py-2 pr-2 pl-3.5 text-sm shadow-float animate-rise">
      <Icon className={tone === 'good' ? 'size-4 shrink-0 text-good' : 'size-4 shrink-0 text-bad'} aria-hidden />
      <p className="flex-1">{text}</p>
      {undo && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id)
            undo()
          }}
        >
          Undo
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        icon={<X className="size-3.5" aria-hidden />}
      />
    </div>
  )
}
