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

/** Shows a text for 2 s (SPEC §9); the same text already on screen starts its time again instead of doubling. */
export function showToast(text: string, tone: ToastMessage['tone'] = 'neutral'): void {
  last_id += 1
  const id = last_id
  replace([...toasts.filter((toast) => toast.text !== text), { id, text, tone }])
  setTimeout(() => replace(toasts.filter((toast) => toast.id !== id)), TOAST_DURATION_MS)
}

/** Takes all of them off the screen at once, as for a test that begins. */
export function clearToasts(): void {
  if (toasts.length > 0) replace([])
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is on screen, oldest first. */
export function currentToasts(): readonly ToastMessage[] {
  return toasts
}
