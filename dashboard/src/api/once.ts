import { useRef } from 'react'
import { Problem, post } from './request.ts'

/** True when there was no answer, or when the answer does not say whether the action was done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500)
}

/**
 * For actions that must not happen twice, such as moving money. When an answer is lost and the person presses again,
 * the request is repeated under the same key, so the service does not repeat the action.
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
