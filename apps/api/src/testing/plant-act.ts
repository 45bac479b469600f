import type { StaffRole } from '@adtally/contract/enums.ts'
import { type AsOwner, plant } from './plant.ts'

/** Registers a two-person act of a test's own with the database. */
export async function plantAct(
  asOwner: AsOwner,
  action: string,
  { makers, checkers }: { makers: readonly StaffRole[]; checkers: readonly StaffRole[] },
): Promise<void> {
  const row = `('${action}', '{${makers.join()}}'::text[], '{${checkers.join()}}'::text[])`
  await plant(asOwner, [{ routine: 'operators.act_roles', from: 'values\n', to: `values\n    ${row},\n` }])
}
