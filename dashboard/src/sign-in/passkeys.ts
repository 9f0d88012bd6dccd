// The browser's side of passkeys: passes the service's challenge to the authenticator, and sends its answer back.

import { get, post } from '../api/request.ts'

const AUTH = '/dashboard/auth/passkey'

/** A passkey belongs to a host name, so browsers refuse passkeys at an IP address (127.0.0.1, [::1]). */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  )
}

export async function signInWithPasskey(): Promise<void> {
  const asked = await get<PublicKeyCredentialRequestOptionsJSON>(`${AUTH}/generate-authenticate-options`)
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
  })
  await post(`${AUTH}/verify-authentication`, { response: (credential as PublicKeyCredential).toJSON() })
}

export async function addPasskey(name: string): Promise<void> {
  const asked = await get<PublicKeyCredentialCreationOptionsJSON>(`${AUTH}/generate-register-options`, { name })
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked),
  })
  await post(`${AUTH}/verify-registration`, { response: (credential as PublicKeyCredential).toJSON(), name })
}
