import { useEffect, useRef } from 'react'
import type { Errors } from './form-error.ts'

/** For a form that is longer than the screen: scrolls to the first error. */
export function useFocusOnWrong(errors: Errors) {
  const form = useRef<HTMLFormElement>(null)
  const told = JSON.stringify(errors)
  useEffect(() => {
    if (told !== '{}') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [told])
  return form
}
