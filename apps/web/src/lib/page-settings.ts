function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The API's base path, which the server writes into the page (issue: `BASE_PATH`). */
export const base_path = meta('base-path')

/** The product's name until the basic config arrives (PRODUCT §2.8). */
export const application_name = meta('application-name')

/** Whether a sandbox served the page; known before the config, so that its mark does not shift the page later. */
export const served_by_sandbox = meta('ledger-mode') === 'sandbox'

/** Whether a playable sandbox served the page; known early like its mark. */
export const served_playable = meta('sandbox-playable') === 'yes'

/** How many people a visitor of `npm run demo` will be able to continue as; else 0. */
export const demo_people = Number(meta('demo-people'))
