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

/** Whether passkeys can be used on this page, or why not. */
export type PasskeysHere = 'yes' | 'at_other_address' | 'without_name' | 'not_in_browser'

/** `passkey_origin`: the server's origin for passkeys; null without a host name, which browsers require. */
export function passkeysHere(passkey_origin: string | null): PasskeysHere {
  if (passkey_origin === null) return 'without_name'
  if (passkey_origin !== window.location.origin) return 'at_other_address'
  return hasPasskeys() ? 'yes' : 'not_in_browser'
}
