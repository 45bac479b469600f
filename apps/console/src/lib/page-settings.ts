/** What the server writes into the page; empty if nothing. */
export function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The product's name. */
export const application_name = metaOf('application-name')

/** Whether a sandbox served the page. */
export const served_by_sandbox = metaOf('ledger-mode') === 'sandbox'
