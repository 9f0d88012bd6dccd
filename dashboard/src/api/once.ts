import { useRef } from 'react'
import { Problem, post } from './request.ts'

/** No answer came, or one that does not say whether it was done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500)
}

/**
 * For actions that must not happen twice, such as moving money: pressing again after a lost answer repeats the request under the
 * same key, and not the action.
 */
export function usePostOnce(): <T>(path: string, body: unknown) => Promise<T> {
  const unanswered = useRef<{ request: string; key: string }>(undefined)
  return async <T>(path: string, body: unknown) => {
    const request = `${path} ${JSON.stringify(body)}`
    const key = unanswered.current?.request === request ? unanswered.current.key : crypto.randomUUID()
    unanswered.current = { request, key }
    try {
      const result = await post<T>(path, body, key)
      unanswered.current = undefined
      return result
    } catch (error) {
      if (!isUnanswered(error)) unanswered.current = undefined
      throw error
    }
  }
}
