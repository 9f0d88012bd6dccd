// Some calls need a password that was given within the last five minutes. The component with the dialog registers here, so that
// any call can ask, and several calls at once share one dialog.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

export function registerProof(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** True when the person has reauthenticated. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask ?? (async () => false))().finally(() => {
    asking = undefined
  })
  return asking
}
