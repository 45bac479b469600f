import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

const CLICK_TIMEOUT_MS = 2_000

/**
 * Clicks until `is_done`: a click right after another is taken for the second half of a double tap. Asks first, because what a
 * click has done may show only later, when the button may be gone.
 */
export async function clickUntil(button: Locator, is_done: () => boolean): Promise<void> {
  const clicked = async () => {
    if (!is_done()) await button.click({ timeout: CLICK_TIMEOUT_MS })
    return is_done()
  }
  await expect.poll(clicked).toBe(true)
}
