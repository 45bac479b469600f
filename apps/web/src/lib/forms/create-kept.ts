import { createStore, useStore } from '@adtally/client/store.ts'
import { onSignOut } from '../session/session.ts'

/**
 * Makes a hook for a form's unsent draft: like `useState`, but it survives leaving the page, so that somebody who looks
 * something up elsewhere finds it again. It is never stored on the device, and signing out clears it.
 */
export function createKept<Value>(empty: Value): () => [Value, (value: Value) => void] {
  const store = createStore(empty)
  onSignOut(() => store.set(empty))
  return () => [useStore(store), store.set]
}
