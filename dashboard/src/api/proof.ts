// Some calls need a password that was entered within the last five minutes. The component with the dialog registers
// here. Any call can then ask for the password, and calls that ask at the same time share one dialog.

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
