// A session ends by the clock or by somebody's hand while a page is open. The frame registers its sign-in dialog here;
// every request that the service refuses meanwhile waits for it, and is then sent again. Nothing on the page is lost.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

export function registerSignIn(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** True when the same person has signed in again; false at once where no page of a signed-in person is open. */
export function askToSignIn(): Promise<boolean> {
  asking ??= (ask ?? (async () => false))().finally(() => {
    asking = undefined
  })
  return asking
}
