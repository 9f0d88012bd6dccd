// Pieces that several shapes share. The browser's code imports the types of this folder, so the folder imports nothing of the server.

import Type from 'typebox'

/** Text that can be stored: see `x-text` in http/validation.ts. */
export const StoredText = (options: { minLength: number; maxLength: number; pattern?: string }) =>
  Type.String({ 'x-text': true, ...options })

export const Time = Type.String({ format: 'date-time' })
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An answer that is a file. */
export const CsvFile = Type.String({ description: 'A CSV file.' })

export const Removed = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

export type Removed = Type.Static<typeof Removed>
