import { ApiError, type ErrorBody } from './errors.ts'
import { errorClasses, statusClasses } from './generated/error-tables.ts'
import type { RawResponse } from './raw-response.ts'

/** A proxy may answer with its own page. Then there is no identifier, and the status decides the class. */
export function errorOfAnswer(text: string, info: RawResponse, baseUrl: string): ApiError {
  const body = parsed(text)
  const Class = errorClasses.get(body.error) ?? statusClasses.get(info.status) ?? classOfRange(info.status)
  const isUnknownRoute = info.status < 500 && (body.error === undefined || body.error === 'not_found')
  const message = body.message ?? `The answer was ${info.status}, without an error of the service.`
  return new Class({ ...body, message: isUnknownRoute ? message + addressHint(baseUrl) : message }, info)
}

function classOfRange(status: number): typeof ApiError {
  return status >= 500 ? statusClasses.get(500)! : ApiError
}

/** A hint for an answer that the service would not give under its own address. */
export function addressHint(baseUrl: string): string {
  if (/\/v\d+$/.test(baseUrl)) return ''
  const { origin, pathname } = new URL(baseUrl)
  return ` The base address ${origin}${pathname.replace(/\/$/, '')} does not end in /v1: is that missing?`
}

function parsed(text: string): ErrorBody {
  try {
    const { error, message, param, request_id, retry_after } = JSON.parse(text)
    return {
      error: textOrNothing(error),
      message: textOrNothing(message),
      param: textOrNothing(param),
      request_id: textOrNothing(request_id),
      retry_after: typeof retry_after === 'number' ? retry_after : undefined,
    }
  } catch {
    return {}
  }
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
