import { type FormEvent, useState } from 'react'
import type { TransactionNotes } from '../../../server/src/transaction-notes/note-shapes.ts'
import { useMay } from '../api/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ChipPicker } from '../ui/chip-picker.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { Receipts } from './receipts.tsx'
import { useNotes, useSaveNotes, useTags } from './use-notes.ts'

const MAX_NOTE = 2_000
const MAX_TAGS = 10
const MAX_TAG = 40

/** The team's notes, tags and receipts for a transaction. Merchants and API keys never see them. */
export function NotesPanel({ transactionId }: { transactionId: string }) {
  const notes = useNotes(transactionId)
  const mayWrite = useMay()('operate')
  return (
    <Panel title="Note, tags and receipts" note="For your team only. Tags filter the list of transactions.">
      {notes.data ? (
        <div className="grid gap-6">
          {mayWrite ? (
            <NotesForm key={notes.data.updated_at} transactionId={transactionId} start={notes.data} />
          ) : (
            <NotesShown notes={notes.data} />
          )}
          <Receipts transactionId={transactionId} receipts={notes.data.receipts} mayWrite={mayWrite} />
        </div>
      ) : notes.error ? (
        <Failed problem={notes.error} onRetry={() => void notes.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

function NotesShown({ notes: { note, tags } }: { notes: TransactionNotes }) {
  if (note === '' && tags.length === 0) return <p className="text-sm text-soft">No note yet.</p>
  return (
    <div className="grid gap-3">
      {note !== '' && <p className="text-sm wrap-anywhere whitespace-pre-wrap">{note}</p>}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge tone="accent">{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function NotesForm({ transactionId, start }: { transactionId: string; start: TransactionNotes }) {
  const [note, setNote] = useState(start.note)
  const [tags, setTags] = useState(start.tags)
  const known = useTags().data?.data ?? []
  const save = useSaveNotes(transactionId)
  const wrong = placeProblem(save.error, ['note', 'tags'])
  const isChanged = note !== start.note || tags.join() !== start.tags.join()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ note, tags }, { onSuccess: () => toast.done('The note is saved.') })
  }
  const option = (tag: string) => ({ value: tag, name: tag })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Note" optional error={wrong.fields.note}>
        <Textarea rows={3} maxLength={MAX_NOTE} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <ChipPicker
        label="Tags"
        placeholder="Choose a tag, or type a new one"
        max={MAX_TAGS}
        error={wrong.fields.tags}
        chosen={tags.map(option)}
        options={known.map(({ tag, uses }) => ({
          ...option(tag),
          hint: uses === 1 ? '1 transaction' : `${uses} transactions`,
        }))}
        fromText={(text) =>
          newTag(
            text,
            known.map(({ tag }) => tag),
          )
        }
        onAdd={(tag) => setTags([...tags, tag])}
        onRemove={(tag) => setTags(tags.filter((each) => each !== tag))}
      />
      {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
      <div>
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Normalizes a tag as the service does: lower case, without commas. */
function newTag(text: string, known: readonly string[]) {
  const tag = text.replaceAll(',', ' ').trim().replace(/\s+/g, ' ').toLowerCase().slice(0, MAX_TAG)
  return tag === '' || known.includes(tag) ? [] : [{ value: tag, name: tag, hint: 'New tag' }]
}
