/** No passkey was made or used: its person cancelled, took too long, or the browser refused. */
export class PasskeyUnused extends Error {
  constructor(cause: unknown) {
    super('no passkey', { cause })
    this.name = 'PasskeyUnused'
  }
}

/** Whether this browser can make and use passkeys. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}
