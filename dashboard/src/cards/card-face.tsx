// A picture of the card. We draw it ourselves in the style of its network and never use the network's artwork.

import { Snowflake } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { words } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { Circles, Wordmark } from './network-mark.tsx'

const WIDTH = 400
const HEIGHT = 252

type Props = {
  network: string
  kind?: string | undefined
  status: string
  label: string
  last4: string
  expires: string
}

export function CardFace({ network, kind, status, label, last4, expires }: Props) {
  return (
    <div
      role="img"
      aria-label={`${words(network)} card ending in ${last4}, ${status}`}
      className={classes(
        'relative aspect-[400/252] w-full max-w-md overflow-hidden rounded-2xl shadow-float select-none',
        status === 'terminated' && 'opacity-75 grayscale',
      )}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block size-full" aria-hidden>
        {network === 'mastercard' ? <EmberGround /> : <WaveGround />}
        <Chip />
        <g fill="#ffffff" fontFamily="ui-sans-serif, system-ui, sans-serif">
          <text x={28} y={44} fontSize={17} fontWeight={600} letterSpacing="-0.01em">
            {shortened(label || 'Cardwright')}
          </text>
          {kind && (
            <text x={WIDTH - 28} y={43} fontSize={12} textAnchor="end" opacity={0.8}>
              {words(kind)}
            </text>
          )}
          <text x={28} y={176} fontSize={23} fontFamily="ui-monospace, Menlo, 'DejaVu Sans Mono', monospace">
            {`•••• •••• •••• ${last4}`}
          </text>
          <text x={28} y={207} fontSize={9.5} letterSpacing="0.08em" opacity={0.75}>
            VALID THRU
          </text>
          <text x={28} y={225} fontSize={14} fontFamily="ui-monospace, Menlo, 'DejaVu Sans Mono', monospace">
            {expires}
          </text>
        </g>
        {network === 'mastercard' ? (
          <Circles x={344} y={210} radius={21} />
        ) : (
          <Wordmark x={WIDTH - 30} y={224} size={34} ends />
        )}
      </svg>
      {status === 'frozen' && <Frost />}
      {status === 'terminated' && <Stamp>Terminated</Stamp>}
    </div>
  )
}

const LONGEST = 26

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

function WaveGround() {
  const id = useId()
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#182257" />
        <stop offset="0.55" stopColor="#2a3ca8" />
        <stop offset="1" stopColor="#4561d8" />
      </linearGradient>
      <rect width={WIDTH} height={HEIGHT} fill={`url(#${id})`} />
      <g fill="none" stroke="#ffffff" strokeOpacity={0.1}>
        {Array.from({ length: 15 }, (_, line) => {
          const y = 40 + line * 13
          return (
            <path
              key={y}
              strokeWidth={0.6 + line * 0.07}
              d={`M-10 ${y + 70}C90 ${y - 70} 190 ${y + 110} 290 ${y - 10}S420 ${y - 60} 430 ${y - 80}`}
            />
          )
        })}
      </g>
    </>
  )
}

function EmberGround() {
  const id = useId()
  return (
    <>
      <radialGradient id={id} cx="0.92" cy="0.92" r="1.15">
        <stop offset="0" stopColor="#7a2f22" />
        <stop offset="0.45" stopColor="#3a2026" />
        <stop offset="1" stopColor="#17151b" />
      </radialGradient>
      <rect width={WIDTH} height={HEIGHT} fill={`url(#${id})`} />
      <g fill="none" stroke="#ffb27a" strokeOpacity={0.11}>
        {Array.from({ length: 16 }, (_, ring) => 34 + ring * 24).map((radius) => (
          <circle key={radius} cx={344} cy={210} r={radius} strokeWidth={1.1} />
        ))}
      </g>
    </>
  )
}

function Chip() {
  return (
    <g transform="translate(28 84)">
      <rect width={46} height={36} rx={7} fill="#e3c88c" />
      <g fill="none" stroke="#8d6f35" strokeWidth={1.2}>
        <rect x={15} y={10} width={16} height={16} rx={4} />
        <path d="M0 13h15M0 23h15M31 13h15M31 23h15M23 0v10M23 26v10" />
      </g>
    </g>
  )
}

function Frost() {
  const flakes = [
    { size: 190, top: '-30%', left: '58%' },
    { size: 70, top: '66%', left: '50%' },
  ]
  return (
    <div className="absolute inset-0 animate-fade bg-gradient-to-br from-white/50 via-sky-100/20 to-white/45 backdrop-blur-[1px]">
      {flakes.map(({ size, top, left }) => (
        <Snowflake
          key={size}
          className="absolute text-white/45"
          style={{ width: size, height: size, top, left }}
          strokeWidth={0.8}
          aria-hidden
        />
      ))}
      <Stamp>Frozen</Stamp>
    </div>
  )
}

function Stamp({ children }: { children: ReactNode }) {
  return (
    <span className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-slate-950 px-3.5 py-1 text-[13px] font-semibold tracking-wide text-white">
      {children}
    </span>
  )
}
