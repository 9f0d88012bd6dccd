import { Problem } from '../api/request.ts'

/** Splits a refusal: what belongs to a field that the form shows, and what belongs to the form. */
export function placeProblem<Name extends string>(
  error: Error | null,
  fields: readonly Name[],
): { fields: Partial<Record<Name, string>>; form: string | undefined } {
  if (!error) return { fields: {}, form: undefined }
  const param = error instanceof Problem ? (error.param?.split(/[.[]/, 1)[0] as Name | undefined) : undefined
  if (param !== undefined && fields.includes(param))
    return { fields: { [param]: error.message } as never, form: undefined }
  return { fields: {}, form: error.message }
}
