import { findChromium, MISSING_CHROMIUM } from '../../e2e/support/chromium.ts'
import { installPackages } from './install-packages.ts'

/**
 * The path of a Chromium, installed from Debian's packages where this process may. Throws
 * one sentence that says what to install where it may not.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found !== null) return found
  if (!process.env.CHROMIUM_PATH) await installPackages(['chromium'])
  const installed = findChromium()
  if (installed === null) throw new Error(MISSING_CHROMIUM)
  return installed
}
