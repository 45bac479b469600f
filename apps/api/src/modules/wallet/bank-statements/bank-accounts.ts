import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import { PLATFORM_ID } from '../../ledger/index.ts'

/** The ids of the legal entity's bank accounts in the ledger. */
export const RAIL_IDS: Readonly<Record<Rail, string>> = { main: '00000000-0000-7000-8000-000000000101' }

/** The ledger's account of a bank rail. */
export function bankAccount(rail: Rail) {
  return { code: 'bank', owner_id: PLATFORM_ID, subject_id: RAIL_IDS[rail] } as const
}

/** Money that arrived but has no known owner yet. */
export const SUSPENSE = { code: 'suspense', owner_id: PLATFORM_ID } as const

/** Money being paid out through a bank. */
export const TRANSIT = { code: 'transit', owner_id: PLATFORM_ID } as const

export const OWN = { code: 'own', owner_id: PLATFORM_ID } as const
