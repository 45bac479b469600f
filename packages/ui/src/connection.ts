/** How the app knows whether there is a connection. */
interface Connection {
  isConnected: () => boolean
  /** Calls back whenever that changes; answers how to stop. */
  subscribe: (onChange: () => void) => () => void
}

let known: Connection = { isConnected: () => true, subscribe: () => () => undefined }

/** Tells the primitives how to ask whether there is a connection: fetching, which shows it, is the app's affair. */
export function knowConnection(connection: Connection): void {
  known = connection
}

/** Whether there is a connection, as far as the app knows. */
export function isConnected(): boolean {
  return known.isConnected()
}

/** Calls back whenever it came or went, as far as the app knows; answers how to stop. */
export function followConnection(onChange: () => void): () => void {
  return known.subscribe(onChange)
}
