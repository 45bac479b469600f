import { globSync } from 'node:fs'
import { installPackages } from '../../tidy/run/install-packages.ts'
import { isExecutable } from '../../tidy/run/is-executable.ts'

/** A Debian tool's path: the last match of the first pattern with one. Installs its package; null if it may not. */
export async function debianTool(package_name: string, patterns: readonly string[]): Promise<string | null> {
  const look = () =>
    patterns.flatMap((pattern) => globSync(pattern).toSorted().toReversed()).find(isExecutable)
  if (look() === undefined) await installPackages([package_name])
  return look() ?? null
}
