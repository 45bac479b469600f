import {
  findChromium,
  findChromiumWithWindows,
  MISSING_CHROMIUM,
  MISSING_WINDOWS,
} from '../../e2e/support/chromium.ts'
import { installPackages } from './install-packages.ts'

/** Debian's Chromium packages, headless first (docs/decisions/headless-chromium.md). */
const PACKAGES = ['chromium-headless-shell', 'chromium'] as const

/** A Chromium's path; installs Debian's package if allowed, else throws a sentence that says what to install. */
export async function ensureChromium(): Promise<string> {
  for (const name of process.env.CHROMIUM_PATH ? [] : PACKAGES) {
    if (findChromium() === null) await installPackages([name])
  }
  const found = findChromium()
  if (found === null) throw new Error(MISSING_CHROMIUM)
  return found
}

/** Makes sure of a Chromium that lets pages notify, as `ensureChromium` does of any. */
export async function ensureChromiumWithWindows(): Promise<void> {
  if (findChromiumWithWindows() === null) await installPackages(['chromium'])
  if (findChromiumWithWindows() === null) throw new Error(MISSING_WINDOWS)
}
