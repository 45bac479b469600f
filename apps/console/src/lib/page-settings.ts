/** What the server writes into the page; empty if nothing. */
export function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** Where passkeys are accepted; null where the page's address has no host name. */
export const passkey_origin = metaOf('passkey-origin') || null

/** The product's name. */
export const application_name = metaOf('application-name')

/** Whether a sandbox served the page. */
export const served_by_sandbox = metaOf('ledger-mode') === 'sandbox'
