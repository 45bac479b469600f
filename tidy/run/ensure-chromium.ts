import { existsSync } from 'node:fs'
import { findChromium, MISSING_CHROMIUM } from '../../e2e/support/chromium.ts'
import { runCommand } from './command.ts'

const PACKAGES = ['chromium', 'fonts-noto-cjk', 'fonts-thai-tlwg'] as const

/**
 * The path of a Chromium, installed from Debian's packages where this process may (root, apt-get there). Throws
 * one sentence that says what to install where it may not.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found !== null) return found
  const may_install = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.CHROMIUM_PATH
  if (may_install) await installPackages(PACKAGES)
  const installed = findChromium()
  if (installed === null) throw new Error(MISSING_CHROMIUM)
  return installed
}

/** Installs Debian packages without a question asked; the caller looks whether what it wanted is there. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const common = { program: 'apt-get', env, output: 'live', timeout_ms: 600_000 } as const
  console.log(`Installing ${packages.join(', ')}`)
  await runCommand({ ...common, name: 'apt-get update', args: ['update', '-qq'] })
  await runCommand({
    ...common,
    name: 'apt-get install',
    args: ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  })
}
