let asked = () => true

/** Tells the primitives how to ask whether there is a connection: fetching, which shows it, is the app's affair. */
export function knowConnection(isConnected: () => boolean): void {
  asked = isConnected
}

/** Whether there is a connection, as far as the app knows. */
export function isConnected(): boolean {
  return asked()
}
