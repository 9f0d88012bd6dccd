export type VaultErrorCode =
  | 'bin_exhausted'
  | 'unknown_key'
  | 'malformed'
  | 'not_authentic'
  | 'master_key_invalid'
  | 'master_key_unknown'
  | 'data_key_damaged'
  | 'rotation_incomplete'

/** Messages are logged: they name ids, versions and files, never a key, a card number or a plaintext. */
export class VaultError extends Error {
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, message: string = code) {
    super(message)
    this.name = 'VaultError'
    this.code = code
  }
}
