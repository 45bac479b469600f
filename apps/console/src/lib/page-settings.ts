function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** Where the office's calls are, which the server writes into the page (`OPERATOR_PATH`). */
export const operator_path = meta('operator-path') || '/operator'

/** Where passkeys of staff are accepted; empty where the office's address has no host name. */
export const passkey_origin = meta('passkey-origin')

/** The product's name. */
export const application_name = meta('application-name')

/** Whether a sandbox served the page. */
export const served_by_sandbox = meta('ledger-mode') === 'sandbox'
