// Edits the customer's own keys and values. A value keeps its type: the text 0042 is not the number 42.

import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Input, Select } from '../ui/field.tsx'

export type MetadataValue = string | number | boolean
export type Metadata = Record<string, MetadataValue>
export type MetadataRow = { id: string; key: string; kind: 'text' | 'number' | 'boolean'; value: string }

const MAX_KEYS = 20
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500

export function newRow(): MetadataRow {
  return { id: crypto.randomUUID(), key: '', kind: 'text', value: '' }
}

export function rowsOf(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    id: crypto.randomUUID(),
    key,
    kind: typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean'),
    value: String(value),
  }))
}

/** Empty rows are ignored. */
export function readRows(rows: MetadataRow[]): { metadata: Metadata; error?: string } {
  const filled = rows.filter(({ key, value }) => key.trim() !== '' || value !== '')
  const keys = filled.map(({ key }) => key.trim())
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (keys.includes('')) return { metadata: {}, error: 'Every value needs a key.' }
  if (twice !== undefined) return { metadata: {}, error: `The key “${twice}” is used twice.` }
  const noNumber = filled.find(({ kind, value }) => kind === 'number' && !isNumber(value))
  if (noNumber) return { metadata: {}, error: `The value of “${noNumber.key.trim()}” is not a number.` }
  return { metadata: Object.fromEntries(filled.map((row) => [row.key.trim(), typedValue(row)])) }
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

function typedValue({ kind, value }: MetadataRow): MetadataValue {
  if (kind === 'number') return Number(value)
  return kind === 'boolean' ? value === 'true' : value
}

type Props = { rows: MetadataRow[]; onChange: (rows: MetadataRow[]) => void; error?: string | undefined }

export function MetadataRows({ rows, onChange, error }: Props) {
  const change = (id: string, changes: Partial<MetadataRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  return (
    <div className="grid gap-2">
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          place={index + 1}
          onChange={(changes) => change(row.id, changes)}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      <div>
        <Button
          size="small"
          disabled={rows.length >= MAX_KEYS}
          icon={<Plus className="size-3.5" aria-hidden />}
          onClick={() => onChange([...rows, newRow()])}
        >
          Add a key
        </Button>
      </div>
    </div>
  )
}

type RowProps = {
  row: MetadataRow
  place: number
  onChange: (changes: Partial<MetadataRow>) => void
  onRemove: () => void
}

function Row({ row, place, onChange, onRemove }: RowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto_auto] gap-2 sm:grid-cols-[1fr_8rem_1fr_auto]">
      <Input
        aria-label={`Key ${place}`}
        placeholder="Key"
        maxLength={MAX_KEY_LENGTH}
        value={row.key}
        onChange={({ target }) => onChange({ key: target.value })}
      />
      <Select
        aria-label={`Kind of value ${place}`}
        value={row.kind}
        onChange={({ target }) => {
          const kind = target.value as MetadataRow['kind']
          onChange({ kind, value: kind === 'boolean' ? 'true' : row.kind === 'boolean' ? '' : row.value })
        }}
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
        <option value="boolean">Yes or no</option>
      </Select>
      <span className="max-sm:order-last max-sm:col-span-3">
        <Value row={row} place={place} onChange={(value) => onChange({ value })} />
      </span>
      <Button
        look="ghost"
        size="icon"
        aria-label={`Remove key ${place}`}
        onClick={onRemove}
        icon={<Trash2 className="size-4" aria-hidden />}
      />
    </div>
  )
}

function Value({ row, place, onChange }: { row: MetadataRow; place: number; onChange: (value: string) => void }) {
  if (row.kind === 'boolean')
    return (
      <Select aria-label={`Value ${place}`} value={row.value} onChange={({ target }) => onChange(target.value)}>
        <option value="true">Yes</option>
        <option value="false">No</option>
      </Select>
    )
  return (
    <Input
      aria-label={`Value ${place}`}
      placeholder="Value"
      maxLength={MAX_VALUE_LENGTH}
      inputMode={row.kind === 'number' ? 'decimal' : 'text'}
      value={row.value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
