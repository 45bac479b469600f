import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest, each for itself: starts of whole programs, kills, and months of a market. */
export const LONGEST = [
  'double-spend',
  'lay-routines',
  'live-start',
  'money-races',
  'simulation',
  'start-given',
  'start-program',
  'worker-faults',
] as const

/**
 * Begins with the longest files, whichever project they are of: in a fresh clone nothing is known of how long a file takes,
 * and one that begins last has the machine to itself while all others wait for it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (left, right) => groupOf(left) - groupOf(right) || Number(isLong(right)) - Number(isLong(left)),
    )
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder
}

const ENDS_OF_PATHS = LONGEST.map((name) => `/${name}.test.ts`)

function isLong({ moduleId }: TestSpecification): boolean {
  return ENDS_OF_PATHS.some((end) => moduleId.endsWith(end))
}
