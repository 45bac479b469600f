import { globSync } from 'node:fs'
import { installPackages } from '../../tidy/run/install-packages.ts'
import { isExecutable } from '../../tidy/run/is-executable.ts'

/**
 * The path of a Debian tool: the last match of the first pattern that has one. Installs its package if missing; null
 * if that is not allowed.
 */
export async function debianTool(package_name: string, patterns: readonly string[]): Promise<string | null> {
  const look = () =>
    patterns.flatMap((pattern) => globSync(pattern).toSorted().toReversed()).find(isExecutable)
  if (look() === undefined) await installPackages([package_name])
  return look() ?? null
}
