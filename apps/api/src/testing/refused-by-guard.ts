import { expect } from 'vitest'
import { type AsOwner, type Planting, plant } from './plant.ts'

/** Expects a refusal of `say` for `why`, and only because of this trigger: without it the statement succeeds. */
export async function expectRefusedByGuard(
  asOwner: AsOwner,
  [table, trigger]: readonly [table: string, trigger: string],
  say: () => Promise<string>,
  why: RegExp,
): Promise<void> {
  expect(await say()).toMatch(why)
  await asOwner(`alter table ${table} disable trigger ${trigger}`)
  try {
    expect(await say()).toBe('done')
  } finally {
    await asOwner(`alter table ${table} enable always trigger ${trigger}`)
  }
}

/** Expects that what is said is refused for `why`, and by these rules of routines alone: without them, it is done. */
export async function expectRefusedByRoutine(
  asOwner: AsOwner,
  faults: readonly Planting[],
  say: () => Promise<string>,
  why: RegExp,
): Promise<void> {
  expect(await say()).toMatch(why)
  const undoing = await plant(asOwner, faults)
  try {
    expect(await say()).toBe('done')
  } finally {
    for (const undo of undoing) await asOwner(undo)
  }
}
