import { findChromium, MISSING_CHROMIUM } from '../../e2e/support/chromium.ts'
import { installPackages } from './install-packages.ts'

/** Debian's packages of Chromium, the one without windows first (docs/decisions/headless-chromium.md). */
const PACKAGES = ['chromium-headless-shell', 'chromium'] as const

/**
 * The path of a Chromium, installed from Debian's packages where there is none and this process may. Throws one sentence
 * that says what to install where it may not.
 */
export async function ensureChromium(): Promise<string> {
  for (const name of process.env.CHROMIUM_PATH ? [] : PACKAGES) {
    if (findChromium() === null) await installPackages([name])
  }
  const found = findChromium()
  if (found === null) throw new Error(MISSING_CHROMIUM)
  return found
}
