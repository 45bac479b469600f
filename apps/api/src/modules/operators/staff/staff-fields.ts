import type { StaffRole } from '@adtally/contract/enums.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { excludedPair } from '../rules.ts'

/** Throws `roles_exclude` with the pair if nobody may hold these roles together. */
export function refuseExcluded(roles: readonly StaffRole[]): void {
  const pair = excludedPair(roles)
  if (pair)
    throw new Refusal('roles_exclude', { field: 'roles', values: { first: pair[0], second: pair[1] } })
}
