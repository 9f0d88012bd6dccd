// A sub-field of a field.

import type { Show } from './dialect-table.ts'

export type Part = {
  /** Its tag, its number in a bitmap, or its place among fixed positions. `lead` stands in front of the first tag. */
  id: string
  /** Empty for a tag that the dialect does not know. It is kept all the same. */
  name: string
  show: Show
  /** Text, or hexadecimal in a field of bytes. */
  value: string
  /** Where the value stands in the field, without what announces it. */
  from: number
  to: number
  /** Those of a constructed tag of BER-TLV. */
  parts?: Part[]
}
