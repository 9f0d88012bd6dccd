// A session can expire or be ended by somebody while a page is open. The frame registers its sign-in dialog here. Every
// request that the service refuses in the meantime waits for the dialog and is then sent again, so nothing on the page
// is lost.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

export function registerSignIn(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** True when the same person has signed in again. Immediately false if no page of a signed-in person is open. */
export function askToSignIn(): Promise<boolean> {
  asking ??= (ask ?? (async () => false))().finally(() => {
    asking = undefined
  })
  return asking
}
