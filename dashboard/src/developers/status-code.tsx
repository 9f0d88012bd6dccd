import { Badge, type Tone } from '../ui/badge.tsx'

export function StatusCode({ of }: { of: number }) {
  return <Badge tone={toneOf(of)}>{of}</Badge>
}

function toneOf(status: number): Tone {
  return status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
}
