import type { Page } from '@playwright/test'

/** Collects every text that the server has sent to a page, as data and by the chat's socket. */
export class ServerTexts {
  readonly #texts = new Set<string>()
  readonly #reading: Promise<unknown>[] = []

  listen(page: Page): void {
    page.on('response', (response) => {
      if (!response.headers()['content-type']?.includes('json')) return
      this.#reading.push(
        response.text().then(
          (body) => this.#keep(body),
          () => undefined,
        ),
      )
    })
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.#keep(String(payload))))
  }

  /** Every text so far. */
  async all(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#reading.splice(0))
    return this.#texts
  }

  #keep(body: string): void {
    let value: unknown
    try {
      value = JSON.parse(body)
    } catch {
      return
    }
    for (const text of textsIn(value)) {
      this.#texts.add(text)
      // A chat message may itself contain values, such as the deposit account.
      if (text.startsWith('{')) this.#keep(text)
    }
  }
}

/** The texts in a JSON value, without member names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
