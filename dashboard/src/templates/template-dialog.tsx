import { useState } from 'react'
import type { Problem } from '../api/request.ts'
import type { Bin, CardTemplate } from '../api/schemas.ts'
import { BinChooser } from '../cards/bin-chooser.tsx'
import { useBins } from '../cards/bin-words.ts'
import {
  blankSettings,
  findSettingsErrors,
  placeSettingsProblem,
  type SettingsErrors,
  SettingsFields,
  settingsFields,
} from '../cards/settings-fields.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Loading } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import {
  changedTemplateParams,
  newTemplateParams,
  settingsOfTemplate,
  type TemplateDraft,
} from './template-settings.ts'
import { useCreateTemplate, useUpdateTemplate } from './use-templates.ts'

const MAX_NAME = 64
const fields = ['name', 'bin_id', ...settingsFields] as const
type Errors = SettingsErrors & { name?: string; bin_id?: string }

export function CreateTemplateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTemplate()
  const done = ({ name }: CardTemplate) => {
    toast.done(`The template ${name} is ready.`)
    onClose()
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Create template"
      description="Settings for new cards. Leave empty what differs between cards."
    >
      <TemplateForm
        start={{ ...blankSettings, name: '' }}
        action="Create template"
        busy={create.isPending}
        problem={create.error}
        onSubmit={(draft) => create.mutate(newTemplateParams(draft), { onSuccess: done })}
        onCancel={onClose}
      />
    </Dialog>
  )
}

export function EditTemplateDialog({ template, onClose }: { template: CardTemplate; onClose: () => void }) {
  const update = useUpdateTemplate(template.id)
  const bins = useBins().data?.data
  const done = ({ name }: CardTemplate) => {
    toast.done(`The template ${name} is saved.`)
    onClose()
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Edit template"
      description="Changes apply to new cards. Existing cards stay as they are."
    >
      {bins ? (
        <TemplateForm
          start={startOf(template, bins)}
          action="Save template"
          busy={update.isPending}
          problem={update.error}
          onSubmit={(draft) => update.mutate(changedTemplateParams(template, draft), { onSuccess: done })}
          onCancel={onClose}
        />
      ) : (
        <Loading rows={6} />
      )}
    </Dialog>
  )
}

function startOf(template: CardTemplate, bins: Bin[]): TemplateDraft {
  return { ...settingsOfTemplate(template, bins), name: template.name }
}

type FormProps = {
  start: TemplateDraft
  action: string
  busy: boolean
  problem: Problem | null
  onSubmit: (draft: TemplateDraft) => void
  onCancel: () => void
}

function TemplateForm({ start, action, busy, problem, onSubmit, onCancel }: FormProps) {
  const [draft, setDraft] = useState(start)
  const [wrong, setWrong] = useState<Errors>({})
  const refused = placeSettingsProblem(problem, fields)
  const errors: Errors = { ...refused.errors, ...wrong }
  const change = (changes: Partial<TemplateDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const submit = () => {
    const found: Errors = {
      ...(draft.name.trim() === '' && { name: 'A template needs a name.' }),
      ...findSettingsErrors(draft),
    }
    setWrong(found)
    if (Object.keys(found).length === 0) onSubmit(draft)
  }
  return (
    <DialogForm noValidate action={action} busy={busy} error={refused.form} onSubmit={submit} onCancel={onCancel}>
      <Field label="Name" error={errors.name} hint="Used to choose the template in forms and files.">
        <Input
          maxLength={MAX_NAME}
          placeholder="Advertising"
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <BinChooser
        value={draft.bin?.id ?? ''}
        none="Chosen with each card"
        error={errors.bin_id}
        onChoose={(bin) => change({ bin })}
      />
      <SettingsFields draft={draft} errors={errors} onChange={change} />
    </DialogForm>
  )
}
