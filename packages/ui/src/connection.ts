/** The app's source of whether there is a connection. */
interface Connection {
  isConnected: () => boolean
  /** Calls back on every change; returns how to stop. */
  subscribe: (onChange: () => void) => () => void
}

let known: Connection = { isConnected: () => true, subscribe: () => () => undefined }

/**
 * Sets that source for the primitives, because the app's requests show the connection's state; returns how to go back to
 * the one before.
 */
export function knowConnection(connection: Connection): () => void {
  const before = known
  known = connection
  return () => {
    known = before
  }
}

/** Whether there is a connection, as far as the app knows. */
export function isConnected(): boolean {
  return known.isConnected()
}

/** Calls back whenever the connection comes or goes, as far as the app knows; returns how to stop. */
export function followConnection(onChange: () => void): () => void {
  return known.subscribe(onChange)
}
