import { UsageError } from '../framework/failures.ts'

/** The delivery address: a URL, one without its scheme, or a port of this machine. */
export function addressOf(text: string | undefined): URL {
  if (text === undefined) throw new UsageError('listen needs --forward-to URL')
  const withScheme = /^https?:\/\//.test(text) ? text : `http://${/^\d+$/.test(text) ? `localhost:${text}` : text}`
  if (URL.canParse(withScheme)) return new URL(withScheme)
  throw new UsageError(`--forward-to ${text} is not a valid URL`)
}
