// Exports a list as one file. The service streams the file, so its size does not matter.

import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Query, raw } from '../api/request.ts'
import { Button, type ButtonProps } from './button.tsx'
import { byteSize } from './byte-size.ts'
import { download } from './download.ts'
import { toast } from './toasts.tsx'

/** The data is given to the browser in blobs of this size, which it can move to disk when memory is short. */
const PIECE_BYTES = 8 * 1024 * 1024
const SHOWN_EVERY_MS = 150

/** Without a `name`, the file gets the name that the service gives it. */
type Props = { path: string; query?: Query; name?: string; size?: ButtonProps['size'] }

/** Shows how much has been received. The export can be stopped, and leaving the page stops it too. */
export function ExportCsv({ path, query, name, size = 'small' }: Props) {
  const [received, setReceived] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setReceived(0)
    try {
      const response = await raw('GET', path, { query: { ...query, ...formatOf(path) }, signal })
      download(name ?? nameOf(response), await collect(response.body!, setReceived))
    } catch (error) {
      if (!signal.aborted) toast.failed(error as Error)
    }
    setReceived(undefined)
  }
  if (received === undefined)
    return (
      <Button size={size} icon={<Download className="size-4" aria-hidden />} onClick={() => void start()}>
        Export CSV
      </Button>
    )
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="tabular text-sm text-soft">
        Exporting, {byteSize(received)} so far
      </span>
      <Button size={size} icon={<X className="size-4" aria-hidden />} onClick={() => running.current?.abort()}>
        Stop
      </Button>
    </span>
  )
}

/** A path that ends in `/export` always returns a file. A list returns a file only with `format=csv`. */
function formatOf(path: string): Query {
  return path.endsWith('/export') ? {} : { format: 'csv' }
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'
}

async function collect(body: ReadableStream<Uint8Array>, onReceived: (bytes: number) => void): Promise<Blob> {
  let whole = new Blob([], { type: 'text/csv' })
  let piece: Uint8Array<ArrayBuffer>[] = []
  let pieceBytes = 0
  let shownAt = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    piece.push(part)
    pieceBytes += part.length
    if (performance.now() - shownAt > SHOWN_EVERY_MS) {
      shownAt = performance.now()
      onReceived(whole.size + pieceBytes)
    }
    if (pieceBytes < PIECE_BYTES) continue
    whole = new Blob([whole, ...piece], { type: 'text/csv' })
    piece = []
    pieceBytes = 0
  }
  return new Blob([whole, ...piece], { type: 'text/csv' })
}
