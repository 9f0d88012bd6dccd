// Our own drawings that suggest the networks: a slanted wordmark and two overlapping circles.

const frame = { width: 34, height: 22, viewBox: '0 0 34 22', role: 'img' as const }

/** A small mark for lists. It looks the same in both themes, as a card does. */
export function NetworkMark({ network }: { network: string }) {
  if (network === 'mastercard')
    return (
      <svg {...frame} className="shrink-0" aria-label="Mastercard">
        <rect width="34" height="22" rx="4" fill="#231f20" />
        <Circles x={17} y={11} radius={6} />
      </svg>
    )
  return (
    <svg {...frame} className="shrink-0" aria-label="Visa">
      <rect width="34" height="22" rx="4" fill="#20307c" />
      <Wordmark x={17} y={14.6} size={10.5} />
    </svg>
  )
}

export function Circles({ x, y, radius }: { x: number; y: number; radius: number }) {
  const reach = radius * 0.66
  // The vertical distance from the midpoint between the circles to the points where they cross.
  const cross = Math.sqrt(radius ** 2 - reach ** 2)
  const lens = `M${x} ${y - cross}A${radius} ${radius} 0 0 1 ${x} ${y + cross}A${radius} ${radius} 0 0 1 ${x} ${y - cross}`
  return (
    <g>
      <circle cx={x - reach} cy={y} r={radius} fill="#e8453c" />
      <circle cx={x + reach} cy={y} r={radius} fill="#f2a93b" />
      <path d={lens} fill="#ef7440" />
    </g>
  )
}

/** The text is centred on `x`, or ends there if `ends` is set. */
export function Wordmark({ x, y, size, ends = false }: { x: number; y: number; size: number; ends?: boolean }) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={ends ? 'end' : 'middle'}
      fontSize={size}
      fontStyle="italic"
      fontWeight={800}
      letterSpacing="-0.02em"
      fontFamily="Arial, Helvetica, sans-serif"
      fill="#ffffff"
    >
      VISA
    </text>
  )
}
