import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files of `npm test`, each with 4 seconds of processor time or more. */
export const LONGEST = [
  'any-face',
  'bank-connector',
  'contract-access',
  'contract-surface',
  'deposits',
  'double-spend',
  'ledger-model',
  'money-races',
  'operate',
  'order-money',
  'placing',
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

const ENDS_OF_PATHS = LONGEST.flatMap((name) => [`/${name}.test.ts`, `/${name}.test.tsx`])

function isLong({ moduleId }: TestSpecification): boolean {
  return ENDS_OF_PATHS.some((end) => moduleId.endsWith(end))
}
