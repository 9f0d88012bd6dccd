import Type, { type Static } from 'typebox'

export const RuleActivity = Type.Object({
  days: Type.Integer({ description: 'How many UTC days are counted, today included.' }),
  data: Type.Array(
    Type.Object({
      rule_id: Type.String(),
      matched: Type.Integer({ description: 'Payments that the rule matched.' }),
      acted: Type.Integer({ description: 'Payments that the rule stopped.' }),
    }),
    { description: 'The rules that matched in that time.' },
  ),
})
export type RuleActivity = Static<typeof RuleActivity>
