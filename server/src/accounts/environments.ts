// The two environments of an account.

export const Environment = { sandbox: 1, production: 2 } as const

export type Environment = (typeof Environment)[keyof typeof Environment]

export type EnvironmentName = keyof typeof Environment

export function environmentName(environment: number): EnvironmentName {
  return environment === Environment.sandbox ? 'sandbox' : 'production'
}
