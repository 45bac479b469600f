import { deviceId } from './consent.ts'
import type { Creative } from './drawing.ts'

const SLOTS_MAX = 20

/** An answer of the program's to one slot. */
export interface Decision {
  fill?: boolean
  reason?: string
  sandbox: boolean
  creative: Creative
  token: string
  click_url: string
  /** An impression counts for so long. */
  impression_within_ms: number
}

interface Asked {
  placement: string
  answer(decision: Decision | undefined): void
}

/** Asks for advertisements, for all slots of a moment in one request. */
export class Asking {
  #url: string
  #tokens: () => string[]
  #waiting: Asked[] = []

  /** `url` takes `{ slots }`; `tokens` are those of what the page shows, which no other slot shall show again. */
  constructor(url: string, tokens: () => string[]) {
    this.#url = url
    this.#tokens = tokens
  }

  /** Undefined where the program can't be reached. */
  ask(placement: string): Promise<Decision | undefined> {
    if (!this.#waiting[0]) setTimeout(() => this.#send())
    return new Promise((answer) => this.#waiting.push({ placement, answer }))
  }

  async #send(): Promise<void> {
    const device = (await deviceId()) || undefined
    const asked = this.#waiting.splice(0, SLOTS_MAX)
    if (this.#waiting[0]) this.#send()
    const body = JSON.stringify({
      slots: asked.map(({ placement }) => ({ placement })),
      channel: 'tag',
      beside: this.#tokens().slice(-SLOTS_MAX),
      device,
      // Of the outermost page, where the browser tells it.
      around: [...(location.ancestorOrigins ?? [])].pop(),
    })
    const answers: Decision[] = await fetch(this.#url, { method: 'POST', body })
      .then(async (reply) => (await reply.json()).decisions)
      .catch(() => [])
    asked.map(({ answer }, index) => answer(answers[index]))
  }
}
