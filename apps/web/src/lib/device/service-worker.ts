import { createStore } from '@adtally/client/store.ts'

declare global {
  interface Window {
    /** The part of the API used here; its result goes where the DOM's types expect a string. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(input: string): string },
      ): { createScriptURL(input: string): string }
    }
  }
}

const ADDRESS = '/service-worker.js'

/** The waiting new version, if any. */
export const waiting_version = createStore<ServiceWorker | null>(null)

/** The only policy that may create the worker's address, and no other (HOUSE: Trusted Types). */
function scriptAddress(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS })
  return policy ? policy.createScriptURL(ADDRESS) : ADDRESS
}

/** Registers the offline shell and watches for new versions. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(scriptAddress())
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) waiting_version.set(registration.waiting)
  }
  offer()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  )
}

const LANGUAGES = '/assets/languages/'

const loadedFiles = () => performance.getEntriesByType('resource').map(({ name }) => name)

/** Caches the texts that this page loaded before the worker was ready. */
async function keepLoadedTexts(): Promise<void> {
  const cache = await caches.open('languages')
  for (const address of loadedFiles().filter((name) => new URL(name).pathname.startsWith(LANGUAGES))) {
    if (!(await cache.match(address))) await cache.add(address)
  }
}

/** Has the worker cache files: with `first`, those of this page and the main tasks, else all; and loaded texts. */
export async function keepFiles(which: 'first' | 'all'): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP', is_first_visit: which === 'first', loaded: loadedFiles() })
  await keepLoadedTexts()
}

/** Activates the waiting version and reloads the page. */
export function takeWaitingVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  waiting_version.get()?.postMessage({ type: 'SKIP_WAITING' })
}
