// Cuts the text of a migration into its statements: comments go, quoted texts and function bodies stay in one piece.

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

/** For judging by its words: one line, in small letters, without the insides of quotes and bodies. */
export function plainWords(statement: string): string {
  return statement
    .replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
