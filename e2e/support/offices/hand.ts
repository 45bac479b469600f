import type { Locator } from '@playwright/test'

/** A tap, including looking, deciding and pointing; and a key press (figures of Card, Moran and Newell). */
const TAP_MS = 1_350 + 1_100
const KEY_MS = 280

/**
 * A hand on a phone. Counts each tap on a control, including taps into fields and on the app's own keypads, but not
 * the keys of the device's keyboard. Adds the time a person takes for all of it to the app's time.
 */
export class Hand {
  #taps = 0
  #person_ms = 0
  #began_at_ms = performance.now()

  begin(): void {
    this.#taps = 0
    this.#person_ms = 0
    this.#began_at_ms = performance.now()
  }

  get taps(): number {
    return this.#taps
  }

  /** The person's and the app's time since `begin`. */
  get took_ms(): number {
    return this.#person_ms + performance.now() - this.#began_at_ms
  }

  async tap(control: Locator): Promise<void> {
    this.#taps += 1
    this.#person_ms += TAP_MS
    await control.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    this.#person_ms += text.length * KEY_MS
    await field.fill(text)
  }
}
