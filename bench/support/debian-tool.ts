import { globSync } from 'node:fs'
import { installPackages } from '../../tidy/run/install-packages.ts'
import { isExecutable } from '../../tidy/run/is-executable.ts'

/**
 * The path of a tool of Debian's: the last of those that match one of the patterns, in their order. Installs its
 * package where it is missing; null where it may not.
 */
export async function debianTool(package_name: string, patterns: readonly string[]): Promise<string | null> {
  const look = () =>
    patterns.flatMap((pattern) => globSync(pattern).toSorted().toReversed()).find(isExecutable)
  if (look() === undefined) await installPackages([package_name])
  return look() ?? null
}
