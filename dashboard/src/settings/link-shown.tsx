import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { ExactTime } from '../ui/times.tsx'

type Props = {
  link: string
  expiresAt: string
  recipient: string
  isMailed: boolean
  isMailLimited: boolean
  onDone: () => void
}

/** Without a mail server, the person who created the link has to pass it on. */
export function LinkShown({ link, expiresAt, recipient, isMailed, isMailLimited, onDone }: Props) {
  return (
    <>
      <ShownOnce secret={link} what="the link">
        {isMailLimited && 'It was not mailed, because too many links were mailed recently. '}
        {isMailed
          ? `The link was mailed to ${recipient}. If the mail does not arrive, send the link yourself, in a way that only they can read.`
          : `Send this link to ${recipient} yourself, in a way that only they can read.`}{' '}
        It works once, until <ExactTime at={expiresAt} />, and is not shown again.
      </ShownOnce>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
