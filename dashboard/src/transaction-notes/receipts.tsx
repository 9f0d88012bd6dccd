import { Download, FileText, Trash2, Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Receipt } from '../../../server/src/transaction-notes/note-shapes.ts'
import { Button } from '../ui/button.tsx'
import { byteSize } from '../ui/byte-size.ts'
import { classes } from '../ui/classes.ts'
import { Confirm } from '../ui/dialog-form.tsx'
import { download } from '../ui/download.ts'
import { useFileDrop } from '../ui/file-drop.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { dataUrlOf, fetchReceipt, useAddReceipt, useRemoveReceipt } from './use-notes.ts'

const MAX_RECEIPTS = 5
const MAX_BYTES = 5 * 1024 * 1024
const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf'

type Props = { transactionId: string; receipts: Receipt[]; mayWrite: boolean }

export function Receipts({ transactionId, receipts, mayWrite }: Props) {
  const headingId = useId()
  if (!mayWrite && receipts.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-[13px] font-medium">
        Receipts
      </h3>
      {receipts.length > 0 && (
        <ul className="grid gap-2">
          {receipts.map((receipt) => (
            <OneReceipt key={receipt.id} transactionId={transactionId} receipt={receipt} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite &&
        (receipts.length < MAX_RECEIPTS ? (
          <DropZone transactionId={transactionId} room={MAX_RECEIPTS - receipts.length} />
        ) : (
          <p className="text-[13px] text-soft">At most {MAX_RECEIPTS} receipts. Remove one to add another.</p>
        ))}
    </section>
  )
}

/** Files can be dropped here, or chosen with the button, which also works by keyboard. */
function DropZone({ transactionId, room }: { transactionId: string; room: number }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const add = useAddReceipt(transactionId)
  const take = async (files: File[]) => {
    setProblem(undefined)
    if (files.length > room) return setProblem(`There is room for ${room} more.`)
    for (const file of files) {
      if (file.size > MAX_BYTES) return setProblem(`${file.name} is larger than 5 MB.`)
      if (file.size === 0) return setProblem(`${file.name} is empty.`)
    }
    for (const file of files) {
      try {
        await add.mutateAsync(file)
        toast.done(`${file.name} is added.`)
      } catch (error) {
        return setProblem(`${file.name}: ${(error as Error).message}`)
      }
    }
  }
  const { isOver, place, choose } = useFileDrop((files) => void take(files))
  return (
    <div
      data-testid="drop-zone"
      {...place}
      className={classes(
        'grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center text-[13px] text-soft',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p>Drop files here: PNG, JPEG, WebP or PDF, up to 5 MB each.</p>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Receipt files"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <Button
        size="small"
        busy={add.isPending}
        icon={<Upload className="size-3.5" aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Choose files
      </Button>
      {problem && (
        <div className="w-full text-left">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </div>
  )
}

function OneReceipt({
  transactionId,
  receipt,
  mayWrite,
}: {
  transactionId: string
  receipt: Receipt
  mayWrite: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveReceipt(transactionId)
  const save = () =>
    void fetchReceipt(transactionId, receipt.id).then((content) => download(receipt.name, content), toast.failed)
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line p-2.5">
      {receipt.media_type === 'application/pdf' ? (
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-sunken text-soft">
          <FileText className="size-6" aria-hidden />
        </span>
      ) : (
        <Preview transactionId={transactionId} receipt={receipt} />
      )}
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{receipt.name}</p>
        <p className="text-[13px] text-soft">
          {byteSize(receipt.size_bytes)} · <Time at={receipt.created_at} />
        </p>
      </div>
      <Button
        look="ghost"
        size="icon"
        aria-label={`Download ${receipt.name}`}
        icon={<Download className="size-4" aria-hidden />}
        onClick={save}
      />
      {mayWrite && (
        <Button
          look="ghost"
          size="icon"
          aria-label={`Remove ${receipt.name}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={`Remove ${receipt.name}?`}
          description="The file is deleted. The audit log keeps who removed it."
          action="Remove"
          danger
          busy={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate(receipt.id, { onSuccess: () => toast.done('The receipt is removed.') })}
        />
      )}
    </li>
  )
}

/** A small preview. The service sends the picture as a download, so the preview is made from the downloaded bytes. */
function Preview({ transactionId, receipt }: { transactionId: string; receipt: Receipt }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    const stopping = new AbortController()
    fetchReceipt(transactionId, receipt.id, stopping.signal)
      .then(dataUrlOf)
      .then((url) => !stopping.signal.aborted && setPicture(url))
      .catch(() => {}) // without a preview, the file name is still shown
    return () => stopping.abort()
  }, [transactionId, receipt.id])
  if (!picture) return <Skeleton className="size-14 shrink-0" />
  return (
    <img
      src={picture}
      alt={`Preview of ${receipt.name}`}
      className="size-14 shrink-0 rounded-md border border-line object-cover"
    />
  )
}
