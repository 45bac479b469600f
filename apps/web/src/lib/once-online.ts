/**
 * Does `work`; where it fails without a connection, again once there is one, as often as it takes. Fails as `work` does
 * where the device believes itself connected.
 */
export async function onceOnline<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (navigator.onLine) throw error
    }
    await new Promise((go_on) => window.addEventListener('online', go_on, { once: true }))
  }
}
