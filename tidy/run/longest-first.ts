import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files: starts of whole programs, kills, and months of a market. */
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

/** Starts the slowest files first: a fresh clone knows no durations, and one that starts last delays the run. */
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
