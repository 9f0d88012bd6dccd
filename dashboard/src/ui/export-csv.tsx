import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Query, raw } from '../api/request.ts'
import { Button } from './button.tsx'
import { download } from './download.ts'
import { toast } from './toasts.tsx'

type Props = { path: string; query?: Query; name: string }

/** Takes any number of rows: they are counted in bytes as they arrive, and leaving the page ends it. */
export function ExportCsv({ path, query, name }: Props) {
  const [received, setReceived] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const run = async () => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setReceived(0)
    try {
      const response = await raw('GET', path, { query: { ...query, format: 'csv' }, signal })
      download(name, await collect(response.body!, setReceived))
    } catch (error) {
      if (!signal.aborted) toast.failed(error as Error)
    } finally {
      setReceived(undefined)
    }
  }
  return (
    <Button
      size="small"
      busy={received !== undefined}
      onClick={() => void run()}
      icon={<Download className="size-3.5" aria-hidden />}
    >
      {received === undefined ? 'Export CSV' : size(received)}
    </Button>
  )
}

async function collect(body: ReadableStream<Uint8Array>, onReceived: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    parts.push(part)
    bytes += part.length
    onReceived(bytes)
  }
  return new Blob(parts, { type: 'text/csv' })
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
