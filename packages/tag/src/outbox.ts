const EVENTS_MAX = 20
/** Slots of a page are drawn close together, so their events leave in one request. */
const GATHER_MS = 200
const RETRY_MS = 1000
const RETRY_MS_MAX = 60_000

interface TagEvent {
  token: string
  kind: string
}

/** Events as the server takes them; `steered`: a program drives the browser, and so it says. */
function told(events: TagEvent[]): string {
  return JSON.stringify({ events, steered: navigator.webdriver })
}

/** Events on their way to the server: sent together, each until an answer says that it arrived. */
export class Outbox {
  #url: string
  #waiting: TagEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  /** `url` takes `{ events }`. */
  constructor(url: string) {
    this.#url = url
    addEventListener('pagehide', () => this.#leave())
    // A phone may end a hidden page without a pagehide.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#leave()
    })
  }

  /** Queues one event; the server refuses a repeated one. */
  add(event: TagEvent): void {
    this.#waiting.push(event)
    this.#plan(GATHER_MS)
  }

  #plan(after_ms: number): void {
    this.#timer ??= setTimeout(() => this.#send(), after_ms)
  }

  async #send(): Promise<void> {
    // What is on its way is not waiting, so that a page that leaves meanwhile does not send it twice.
    const events = this.#waiting.splice(0, EVENTS_MAX)
    const is_answered = !events[0] || (await this.#post(told(events)))
    if (is_answered) this.#failures = 0
    else this.#waiting.unshift(...events)
    this.#timer = undefined
    if (this.#waiting[0])
      this.#plan(is_answered ? 0 : Math.min(RETRY_MS * 2 ** this.#failures++, RETRY_MS_MAX))
  }

  /** Whether the server took it or refused it for good. */
  async #post(body: string): Promise<boolean> {
    try {
      const reply = await fetch(this.#url, { method: 'POST', body, keepalive: true })
      // Unread, it would keep its connection.
      await reply.text()
      return reply.status < 500
    } catch {
      return false
    }
  }

  #leave(): void {
    while (this.#waiting[0]) {
      if (!navigator.sendBeacon(this.#url, told(this.#waiting.slice(0, EVENTS_MAX)))) return
      this.#waiting.splice(0, EVENTS_MAX)
    }
  }
}
