import Type from 'typebox'

/** What an owner requires of everyone who signs in to the account. */
export const SecurityPolicy = Type.Object({ require_two_factor: Type.Boolean() }, { additionalProperties: false })
export type SecurityPolicy = Type.Static<typeof SecurityPolicy>
