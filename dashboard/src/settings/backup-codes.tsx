import { Download } from 'lucide-react'
import { useDo } from '../api/read.ts'
import { postWithPassword } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { useAskBeforeClosing } from '../ui/closing.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { download } from '../ui/download.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordStep } from './password-step.tsx'

export function BackupCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useDo(
    (password: string) =>
      postWithPassword<{ backupCodes: string[] }>('/dashboard/auth/two-factor/generate-backup-codes', password, {
        password,
      }),
    [],
  )
  return (
    <Dialog
      onClose={onClose}
      title={renew.data ? 'Your backup codes' : 'New backup codes'}
      {...(!renew.data && { description: 'Your current codes stop working.' })}
    >
      {renew.data ? (
        <BackupCodes codes={renew.data.backupCodes} onDone={onClose} />
      ) : (
        <PasswordStep
          action="Create new codes"
          busy={renew.isPending}
          problem={renew.error}
          onPassword={renew.mutate}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  useAskBeforeClosing()
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      <Notice tone="warn">
        Each code signs you in once without your phone. Save them now: they are not shown again.
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken p-4 font-mono text-[13px]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Copy text={text} what="the backup codes" label="Copy" />
        <Button
          size="small"
          icon={<Download className="size-3.5" aria-hidden />}
          onClick={() => download('cardwright-backup-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  )
}
