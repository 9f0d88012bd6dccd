// The error responses of the simulated Increase.

/** The body is `{type, title, detail, status}`, as in the real API. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, type: string, detail: string) {
    super(detail)
    this.status = status
    this.body = { type, title: 'The request was refused.', detail, status }
  }
}

export function expect(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Refusal(400, 'invalid_parameters_error', `Not as documented: ${what}`)
}

export function fields(body: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  expect(unknown === undefined, `unknown field ${unknown}`)
}

export function notFound(): never {
  throw new Refusal(404, 'object_not_found_error', 'Could not find the specified object.')
}
