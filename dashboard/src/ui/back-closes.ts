import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'

type State = { sheet?: string }

/** Adds a history entry for an open sheet, so Back closes the sheet and stays on the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const id = useId()
  const router = useRouter()
  const navigate = useNavigate()
  const current = useRouterState({ select: ({ location }) => (location.state as State).sheet })
  const isEntered = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only when the sheet opens or closes
  useEffect(() => {
    if (isOpen)
      void navigate({
        to: '.',
        search: true,
        resetScroll: false,
        state: (before: State) => ({ ...before, sheet: id }),
      } as never)
    else if (isEntered.current) {
      isEntered.current = false
      router.history.back()
    }
  }, [isOpen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not run the effect again
  useEffect(() => {
    if (current === id) isEntered.current = true
    else if (isEntered.current) {
      isEntered.current = false
      close()
    }
  }, [current, id])
}
