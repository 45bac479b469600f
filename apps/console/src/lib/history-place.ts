/** The place of an entry in the browser's history, as the router numbers them; null for one that an address alone made. */
export function placeOf(state: unknown): number | null {
  const place: unknown = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null
  return typeof place === 'number' ? place : null
}

let last = 0

/** Numbers the entry that is shown where the router has not: a plain link or a typed address made it, after the one before. */
export function numberEntry(): void {
  const { state } = window.history
  const place = placeOf(state)
  if (place === null) window.history.replaceState({ ...state, idx: last + 1 }, '')
  last = place ?? last + 1
}

let onMove: ((event: PopStateEvent) => void) | null = null
// As the module loads, which is before there is a router: a window calls its listeners in the order of their coming.
window.addEventListener('popstate', (event) => onMove?.(event))

/** Lets `handler` hear of a move in the history before the router does; returns how to stop. */
export function beforeMove(handler: (event: PopStateEvent) => void): () => void {
  onMove = handler
  return () => {
    if (onMove === handler) onMove = null
  }
}
