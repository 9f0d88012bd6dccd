import { ApiError, type ErrorBody } from './errors.ts'
import { errorClasses } from './generated/errors.ts'
import type { ResponseInfo } from './response-info.ts'

/** A proxy may answer with a page of its own: then there is no identifier. */
export function errorOfAnswer(text: string, info: ResponseInfo): ApiError {
  const body = parsed(text)
  const Class = (body.error !== undefined && errorClasses[body.error]) || ApiError
  return new Class(body, info)
}

function parsed(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
