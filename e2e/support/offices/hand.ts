import type { Locator } from '@playwright/test'

/** A tap by somebody who looks for where to, decides, and points; a key that they type (Card, Moran and Newell's figures). */
const TAP_MS = 1_350 + 1_100
const KEY_MS = 280

/**
 * Somebody's hand on a phone. Counts each tap on a control, the tap into a field that is then typed into and each key of the
 * app's own keypads among them; keys of the device's keyboard are no taps. Adds what a person takes for all of it to what
 * the app takes.
 */
export class Hand {
  #taps = 0
  #person_ms = 0
  #began_at_ms = performance.now()

  /** Begins to count anew. */
  begin(): void {
    this.#taps = 0
    this.#person_ms = 0
    this.#began_at_ms = performance.now()
  }

  get taps(): number {
    return this.#taps
  }

  /** Since `begin`: what a person takes, and what the app took. */
  get took_ms(): number {
    return this.#person_ms + performance.now() - this.#began_at_ms
  }

  async tap(control: Locator): Promise<void> {
    this.#taps += 1
    this.#person_ms += TAP_MS
    await control.click()
  }

  /** Taps into a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    this.#person_ms += text.length * KEY_MS
    await field.fill(text)
  }
}
