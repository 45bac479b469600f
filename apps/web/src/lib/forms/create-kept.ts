import { createStore, useStore } from '../device/store.ts'
import { onSignOut } from '../session/session.ts'

/**
 * Makes what a form has been told and has not sent yet, as `useState` has it, but kept while the app is open: who looks
 * something up on another page and comes back finds it. Nothing of it is on the device, and signing out forgets it.
 */
export function createKept<Value>(empty: Value): () => [Value, (value: Value) => void] {
  const store = createStore(empty)
  onSignOut(() => store.set(empty))
  return () => [useStore(store), store.set]
}
