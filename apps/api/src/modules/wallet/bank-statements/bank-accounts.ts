import { PLATFORM_ID } from '../../ledger/index.ts'

/** The bank accounts in the legal entity's name, and the ids by which the ledger knows them. */
export const RAILS = { main: '00000000-0000-7000-8000-000000000101' } as const
export type Rail = keyof typeof RAILS

/** The ledger's account of a bank rail. */
export function bankAccount(rail: Rail) {
  return { code: 'bank', owner_id: PLATFORM_ID, subject_id: RAILS[rail] } as const
}

/** Money that arrived and whose owner is not known yet. */
export const SUSPENSE = { code: 'suspense', owner_id: PLATFORM_ID } as const

/** Money on its way out through a bank. */
export const TRANSIT = { code: 'transit', owner_id: PLATFORM_ID } as const

/** The platform's own money. */
export const OWN = { code: 'own', owner_id: PLATFORM_ID } as const
