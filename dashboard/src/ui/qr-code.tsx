import makeQrCode from 'qrcode-generator'

// The margin that the standard requires. Some readers cannot find a code without it.
const QUIET = 4

/** Dark on white in both themes, because cameras need the contrast and some cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const side = code.getModuleCount() + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg border border-line"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={squares(code)} fill="#000" />
    </svg>
  )
}

function squares(code: ReturnType<typeof makeQrCode>): string {
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places
    .flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => square(row, column)))
    .join('')
}

function square(row: number, column: number): string {
  return `M${column + QUIET} ${row + QUIET}h1v1h-1z`
}
