import makeCode from 'qrcode-generator'

const QUIET = 4

/** Black on white in both themes: many readers do not take it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = makeCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-xl border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={darkSquares(code.isDark.bind(code), count)} fill="#000" />
    </svg>
  )
}

function darkSquares(isDark: (row: number, column: number) => boolean, count: number): string {
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`
  return path
}
