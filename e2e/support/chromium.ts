import { isExecutable } from '../../tidy/run/is-executable.ts'

/**
 * Where Debian and derivatives put Chromium, tried in order after `CHROMIUM_PATH`. The headless build comes first: it
 * takes two thirds of the other's processor time end to end (docs/decisions/headless-chromium.md).
 */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const

/** Without these Chromium makes outside requests and stalls, or refuses to run as root (HOUSE, "Tests"). */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // It stands for people's browsers, and one that says that it is steered counts for nobody.
  '--disable-blink-features=AutomationControlled',
] as const

/** The path of an installed Chromium, `CHROMIUM_PATH` first; `null` if there is none. */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH
  const places = chosen ? [chosen] : PLACES
  return places.find(isExecutable) ?? null
}

/** The same among the builds with windows: the headless one never lets a page notify, whatever a test grants. */
export function findChromiumWithWindows(): string | null {
  const places = [process.env.CHROMIUM_PATH ?? '', ...PLACES]
  return places.find((path) => !path.endsWith('headless-shell') && isExecutable(path)) ?? null
}

/** Playwright's and vitest's launch options for that Chromium; throws a sentence that says what to install. */
export function chromiumLaunchOptions(
  path = findChromium(),
  missing = MISSING_CHROMIUM,
): {
  executablePath: string
  args: string[]
  env: Record<string, string | undefined>
} {
  if (path === null) throw new Error(missing)
  // In the C locale it can't save files to paths with non-ASCII letters.
  return { executablePath: path, args: [...CHROMIUM_FLAGS], env: { ...process.env, LC_ALL: 'C.UTF-8' } }
}

/** The message for somebody without Chromium. */
export const MISSING_CHROMIUM =
  'No Chromium found: install it (on Debian: apt-get install chromium-headless-shell, or chromium) or set CHROMIUM_PATH to one.'

/** The message for somebody without one that lets pages notify. */
export const MISSING_WINDOWS =
  'No Chromium with windows found, which notifications need: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to one.'
