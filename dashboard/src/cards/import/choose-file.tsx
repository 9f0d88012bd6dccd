import { Download, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { CardTemplate } from '../../api/schemas.ts'
import { TemplatePicker } from '../../templates/template-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { download } from '../../ui/download.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { exampleFile } from './planned-cards.ts'

const MAX_BYTES = 5_000_000

type Props = {
  problem: string | undefined
  /** The template for every line that names no template. */
  template: CardTemplate | undefined
  onTemplate: (template: CardTemplate | undefined) => void
  onText: (text: string) => void
}

export function ChooseFile({ problem, template, onTemplate, onText }: Props) {
  const [pasted, setPasted] = useState('')
  const [tooLarge, setTooLarge] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > MAX_BYTES
    setTooLarge(isTooLarge ? `“${file.name}” is larger than ${MAX_BYTES / 1_000_000} MB.` : undefined)
    if (!isTooLarge) onText(await file.text())
  }
  const wrong = tooLarge ?? problem
  return (
    <>
      {wrong && <Notice tone="bad">{wrong}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel title="The file">
          <div className="grid gap-5">
            <TemplatePicker
              value={template?.id ?? ''}
              hint="Fills in values that a line leaves empty. A line can name another template in its template column."
              onChoose={onTemplate}
            />
            <DropPlace onFile={(file) => void take(file)} />
            <form
              className="grid justify-items-start gap-3"
              onSubmit={(event) => {
                event.preventDefault()
                setTooLarge(undefined)
                onText(pasted)
              }}
            >
              <div className="w-full">
                <Field label="Or paste the lines here">
                  <Textarea
                    rows={6}
                    spellCheck={false}
                    className="font-mono text-[13px]"
                    placeholder="bin_id,amount,label"
                    value={pasted}
                    onChange={({ target }) => setPasted(target.value)}
                  />
                </Field>
              </div>
              <Button type="submit" look="primary" disabled={pasted.trim() === ''}>
                Check the lines
              </Button>
            </form>
          </div>
        </Panel>
        <Explained />
      </div>
    </>
  )
}

function DropPlace({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { isOver, place, choose } = useFileDrop(([file]) => onFile(file))
  const id = useId()
  return (
    <label
      htmlFor={id}
      {...place}
      className={classes(
        'grid cursor-pointer justify-items-center gap-1.5 rounded-xl border-2 border-dashed px-4 py-8 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-soft',
      )}
    >
      <FileUp className="size-6 text-soft" aria-hidden />
      <span className="font-medium">Choose a CSV file</span>
      <span className="text-[13px] text-soft">or drop it here. It is read in your browser.</span>
      <input id={id} type="file" accept=".csv,text/csv,text/plain" className="sr-only" onChange={choose} />
    </label>
  )
}

function Explained() {
  return (
    <Panel title="Columns">
      <div className="grid gap-4 text-sm">
        <dl className="grid gap-2.5">
          <Column name="bin_id" text="For example bin_visa_us_prepaid_1. Required unless the template sets a BIN." />
          <Column name="amount" text="Required. From 1.00 to 5000.00, in dollars." />
          <Column name="label" text="At most 64 characters." />
          <Column name="spending_limit" text="Per month. If empty, the BIN's maximum applies." />
          <Column name="allowed_categories" text="Names or codes separated by semicolons. If empty, all are allowed." />
          <Column name="auto_freeze_at" text="Freeze below this balance." />
          <Column name="template" text="Name or id of a template. It fills in values that the line leaves empty." />
          <Column name="metadata.<key>" text="One column for each of your own keys." />
        </dl>
        <p className="text-soft">At most 50 cards are created per minute. Longer files continue automatically.</p>
        <div>
          <Button
            icon={<Download className="size-4" aria-hidden />}
            onClick={() => download('cards-example.csv', new Blob([exampleFile], { type: 'text/csv' }))}
          >
            Download an example
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Column({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="font-mono text-[13px]">{name}</dt>
      <dd className="text-[13px] text-soft">{text}</dd>
    </div>
  )
}
