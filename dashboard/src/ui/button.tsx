import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-ink shadow-sm',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-sunken',
  ghost: 'text-soft hover:bg-sunken hover:text-ink',
  danger: 'bg-bad text-on-bad hover:opacity-90 shadow-sm',
}
const sizes = {
  small: 'h-8 px-2.5 text-[13px] gap-1.5',
  medium: 'h-9.5 px-3.5 text-sm gap-2',
  large: 'h-14 px-5 text-base gap-2',
  icon: 'size-9 justify-center',
}

export type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  busy?: boolean
  icon?: ReactNode
}

export function buttonLook(look: keyof typeof looks = 'secondary', size: keyof typeof sizes = 'medium'): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center rounded-lg font-medium whitespace-nowrap transition-colors select-none',
    'disabled:opacity-55 disabled:cursor-not-allowed',
    looks[look],
    sizes[size],
  )
}

/** A `busy` button cannot be pressed again, and tells assistive technology that it is busy. */
export function Button({ look, size, busy = false, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(buttonLook(look, size), className)}
    >
      {busy ? <LoaderCircle className="size-4 animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}
