function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** Where the API is mounted; the server writes it into the page (issue: `BASE_PATH`). */
export const base_path = meta('base-path')

/** The product's name until the basic config says otherwise (PRODUCT §2.8). */
export const application_name = meta('application-name')

/** Whether the page was served by a sandbox, known before the basic config: its mark must not push the page down later. */
export const served_by_sandbox = meta('ledger-mode') === 'sandbox'

/** Whether the page was served by a sandbox that may be played, known before the basic config as its mark is. */
export const served_playable = meta('sandbox-playable') === 'yes'

/** How many people can be continued as once they are there, where `npm run demo` served the page; else 0. */
export const demo_people = Number(meta('demo-people'))
