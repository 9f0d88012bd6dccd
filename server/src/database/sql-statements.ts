// Splits the text of a migration into its statements. Comments are removed; quoted texts and function bodies stay whole.

const PIECE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;/-]+|[\s\S]/g

export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ';') {
      statements.push(current)
      current = ''
    } else current += /^(--|\/\*)/.test(piece) ? ' ' : piece
  }
  return [...statements, current].map((text) => text.trim()).filter((text) => text !== '')
}

/** A statement in one line, in lower case, without the contents of quotes and function bodies. */
export function plainWords(statement: string): string {
  return statement
    .replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
