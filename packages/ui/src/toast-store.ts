/** SPEC §9. */
export const TOAST_DURATION_MS = 2000

export interface ToastMessage {
  id: number
  text: string
  tone: 'neutral' | 'positive' | 'negative'
}

let toasts: readonly ToastMessage[] = []
let last_id = 0
const listeners = new Set<() => void>()

function replace(next: readonly ToastMessage[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a text for 2 s (SPEC §9); a text that is already on screen restarts its time instead. */
export function showToast(text: string, tone: ToastMessage['tone'] = 'neutral'): void {
  last_id += 1
  const id = last_id
  replace([...toasts.filter((toast) => toast.text !== text), { id, text, tone }])
  setTimeout(() => replace(toasts.filter((toast) => toast.id !== id)), TOAST_DURATION_MS)
}

/** Removes all toasts at once, for example when a test starts. */
export function clearToasts(): void {
  if (toasts.length > 0) replace([])
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toasts on screen, oldest first. */
export function currentToasts(): readonly ToastMessage[] {
  return toasts
}
