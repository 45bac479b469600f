/** SPEC §9's keys, and those of settings that never leave the device. */
export type StorageKey =
  | 'fb_token'
  | 'fb_userInfo'
  | 'fb_basic_config'
  | 'lang'
  | 'device_token'
  | 'appearance'
  | 'text_size'
  | 'last_answers'
  | 'first_steps'
  | 'install_offer'

/** The value stored under `key`; null if there is none or storage is forbidden. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores or removes (null) a value; private modes and full disks are no error. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The value then lives as long as the page.
  }
}

/** Calls `listener` when another tab changes `key` or clears everything. */
export function onStoredElsewhere(key: StorageKey, listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  window.addEventListener('storage', handle)
  return () => window.removeEventListener('storage', handle)
}
