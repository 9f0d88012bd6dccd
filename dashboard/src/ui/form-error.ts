import { Problem } from '../api/request.ts'

/** Splits an error into the part for a field of the form and the part for the form as a whole. */
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

/** Error messages by request parameter, such as `controls.limits.2.count`. */
export type Errors = Readonly<Record<string, string>>

/** The error of this parameter, or of a nested parameter that has no field of its own. */
export function errorAt(errors: Errors, param: string): string | undefined {
  const key = Object.keys(errors).find((each) => each === param || each.startsWith(`${param}.`))
  return key === undefined ? undefined : errors[key]
}

/** Removes the parameter's name from a message that is shown at its field. */
export function withoutParam(message: string, param: string): string {
  const rest = message.replace(`"${param}" `, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
