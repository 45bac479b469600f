/** How long a decision waits for the page's consent manager. */
const CONSENT_MS = 1000
const STORED = 'adtally'

interface ConsentData {
  eventStatus?: string
  gdprApplies?: boolean
  listenerId?: number
  purpose?: { consents?: Record<number, boolean> }
}

declare global {
  interface Window {
    __tcfapi?: (
      command: string,
      version: number,
      callback: (data: ConsentData, success: boolean) => void,
      listener_id?: number,
    ) => void
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** Whether the visitor lets this page store something (TCF purpose 1); undefined where nobody has said. */
function mayStore(): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const ask = window.__tcfapi
    if (navigator.globalPrivacyControl) resolve(false)
    else if (!ask) resolve(undefined)
    else {
      setTimeout(resolve, CONSENT_MS)
      ask('addEventListener', 2, (data, success) => {
        const is_decided = success && data.eventStatus !== 'cmpuishown'
        resolve(is_decided ? data.gdprApplies === false || data.purpose?.consents?.[1] === true : undefined)
        if (success) ask('removeEventListener', 2, () => {}, data.listenerId)
      })
    }
  })
}

/** The device's id, made and kept if the visitor allows it, taken away if they refuse; else empty. */
export async function deviceId(): Promise<string> {
  const allowed = await mayStore()
  try {
    if (allowed) {
      const id = localStorage.getItem(STORED) || crypto.randomUUID()
      localStorage.setItem(STORED, id)
      return id
    }
    if (allowed === false) localStorage.removeItem(STORED)
  } catch {
    // A sandboxed frame has no storage.
  }
  return ''
}
