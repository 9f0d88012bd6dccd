import type { CardTemplate } from '../api/schemas.ts'
import { Confirm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'
import { useDeleteTemplate } from './use-templates.ts'

export function DeleteTemplate({ template, onClose }: { template: CardTemplate; onClose: () => void }) {
  const drop = useDeleteTemplate(template.id)
  const done = () => {
    toast.done(`The template ${template.name} is deleted.`)
    onClose()
  }
  return (
    <Confirm
      onClose={onClose}
      title={`Delete ${template.name}?`}
      description="Cards that were created from it stay as they are. API calls and files that name it will fail."
      action="Delete template"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={() => drop.mutate(undefined, { onSuccess: done })}
    />
  )
}
