// The transactions that the filters leave, as one file. The service streams it, so that its size does not matter.

import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Query, raw } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { download } from '../ui/download.ts'
import { toast } from '../ui/toasts.tsx'

/** Handed to the browser in pieces of this size: it keeps them on disk when memory is short. */
const PIECE_BYTES = 8 * 1024 * 1024
const SHOWN_EVERY_MS = 150

export function ExportButton({ query }: { query: Query }) {
  const [bytes, setBytes] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const stopping = new AbortController()
    running.current = stopping
    setBytes(0)
    try {
      const response = await raw('GET', '/v1/transactions', {
        query: { ...query, format: 'csv' },
        signal: stopping.signal,
      })
      download(`transactions-${new Date().toISOString().slice(0, 10)}.csv`, await collect(response, setBytes))
    } catch (error) {
      if (!stopping.signal.aborted) toast.failed(error as Error)
    }
    setBytes(undefined)
  }
  if (bytes === undefined)
    return (
      <Button icon={<Download className="size-4" aria-hidden />} onClick={() => void start()}>
        Export CSV
      </Button>
    )
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="tabular text-sm text-soft">
        Exporting, {size(bytes)} so far
      </span>
      <Button icon={<X className="size-4" aria-hidden />} onClick={() => running.current?.abort()}>
        Stop
      </Button>
    </span>
  )
}

async function collect(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let whole = new Blob([], { type: 'text/csv' })
  let piece: Uint8Array<ArrayBuffer>[] = []
  let pieceBytes = 0
  let shownAt = 0
  const reader = response.body!.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    piece.push(next.value)
    pieceBytes += next.value.length
    if (performance.now() - shownAt > SHOWN_EVERY_MS) {
      shownAt = performance.now()
      onBytes(whole.size + pieceBytes)
    }
    if (pieceBytes < PIECE_BYTES) continue
    whole = new Blob([whole, ...piece], { type: 'text/csv' })
    piece = []
    pieceBytes = 0
  }
  return new Blob([whole, ...piece], { type: 'text/csv' })
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
