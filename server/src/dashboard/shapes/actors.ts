import Type, { type Static } from 'typebox'

export const Actor = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.String({ enum: ['person', 'standard', 'agent'], description: 'A person, or the kind of the key.' }),
})
export type Actor = Static<typeof Actor>

export const Actors = Type.Object({ data: Type.Array(Actor) })
export type Actors = Static<typeof Actors>
