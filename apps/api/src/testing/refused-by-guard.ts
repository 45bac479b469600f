import { expect } from 'vitest'
import type { AsOwner } from './plant.ts'

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
