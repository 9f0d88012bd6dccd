import { useState } from 'react'
import type { CardSummary } from '../api/schemas.ts'
import { useUpdateCard } from '../cards/card-actions.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { useFocusOnWrong } from '../ui/focus-on-wrong.ts'
import type { Errors } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { ControlsEditor } from './controls-editor.tsx'
import { controlsParams, draftOf } from './draft.ts'
import { findControlsErrors, placeControlsProblem } from './draft-errors.ts'

type Props = { card: CardSummary; allowedCategories: string[]; onClose: () => void }

/** Edits the controls of an existing card. All controls are saved together. */
export function ControlsDialog({ card, allowedCategories, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(card.controls, allowedCategories))
  const [wrong, setWrong] = useState<Errors>({})
  const updating = useUpdateCard(card.id)
  const refused = placeControlsProblem(updating.error)
  const errors = { ...refused.errors, ...wrong }
  const form = useFocusOnWrong(errors)
  const submit = () => {
    const found = findControlsErrors(draft)
    setWrong(found)
    updating.reset()
    if (Object.keys(found).length > 0) return
    const changes = { allowed_categories: draft.allowedCategories, controls: controlsParams(draft) }
    updating.mutate(changes, {
      onSuccess: () => {
        toast.done('The controls are changed.')
        onClose()
      },
    })
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Controls"
      description="What this card may do. Changes apply from the next purchase."
    >
      <DialogForm
        ref={form}
        noValidate
        busy={updating.isPending}
        error={refused.form}
        onSubmit={submit}
        onCancel={onClose}
      >
        <ControlsEditor
          value={draft}
          errors={errors}
          onChange={setDraft}
          cardId={card.id}
          lockedTo={card.controls.locked_to}
        />
      </DialogForm>
    </Dialog>
  )
}
