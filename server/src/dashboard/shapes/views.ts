import Type from 'typebox'
import { StoredText, Time } from '../../http/shapes.ts'

export const ViewedList = Type.Union([Type.Literal('cards'), Type.Literal('purchases'), Type.Literal('transactions')])
export type ViewedList = Type.Static<typeof ViewedList>

const ViewName = StoredText({ minLength: 1, maxLength: 60, pattern: '\\S' })

// Type.Record is not used: its pattern for keys does not match a line break.
const Search = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: StoredText({ minLength: 1, maxLength: 300 }),
  maxProperties: 20,
  propertyNames: { minLength: 1, maxLength: 40, 'x-text': true },
})

/** `search` holds the URL parameters that show the list in this way. */
export const SavedView = Type.Object({
  id: Type.String(),
  list: ViewedList,
  name: Type.String(),
  search: Search,
  is_default: Type.Boolean(),
  created_at: Time,
})
export type SavedView = Type.Static<typeof SavedView>

export const SavedViews = Type.Object({ data: Type.Array(SavedView) })
export type SavedViews = Type.Static<typeof SavedViews>

export const NewView = Type.Object(
  { list: ViewedList, name: ViewName, search: Search },
  { additionalProperties: false },
)
export type NewView = Type.Static<typeof NewView>

export const ViewChanges = Type.Object(
  {
    name: Type.Optional(ViewName),
    search: Type.Optional(Search),
    is_default: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ViewChanges = Type.Static<typeof ViewChanges>
