import { createStore } from './store.ts'

declare global {
  interface Window {
    /** As far as it is used here; what it makes stands where the DOM's types ask for a string. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(input: string): string },
      ): { createScriptURL(input: string): string }
    }
  }
}

const ADDRESS = '/service-worker.js'

/** The waiting new version, once there is one. */
export const waiting_version = createStore<ServiceWorker | null>(null)

/** The one policy that may make this worker's address, and only this one (HOUSE: Trusted Types). */
function scriptAddress(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS })
  return policy ? policy.createScriptURL(ADDRESS) : ADDRESS
}

/** Registers the offline shell and watches for a new version of it. */
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

/** Keeps the texts that this page loaded before a worker was there to keep them. */
async function keepLoadedTexts(): Promise<void> {
  const cache = await caches.open('languages')
  for (const address of loadedFiles().filter((name) => new URL(name).pathname.startsWith(LANGUAGES))) {
    if (!(await cache.match(address))) await cache.add(address)
  }
}

/**
 * Has the worker keep files, `first` what this page is made of and what the main tasks need, else all; beside them the texts
 * that were loaded.
 */
export async function keepFiles(which: 'first' | 'all'): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP', is_first_visit: which === 'first', loaded: loadedFiles() })
  await keepLoadedTexts()
}

/** Lets the waiting version take over and loads the page from it. */
export function takeWaitingVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  waiting_version.get()?.postMessage({ type: 'SKIP_WAITING' })
}
