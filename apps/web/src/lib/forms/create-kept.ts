import { createStore, useStore } from '../device/store.ts'
import { onSignOut } from '../session/session.ts'

/**
 * Makes a hook like `useState` for unsent form input, kept while the app is open, so that a customer who looks
 * something up on another page finds it again. It is not stored on the device, and signing out clears it.
 */
export function createKept<Value>(empty: Value): () => [Value, (value: Value) => void] {
  const store = createStore(empty)
  onSignOut(() => store.set(empty))
  return () => [useStore(store), store.set]
}
