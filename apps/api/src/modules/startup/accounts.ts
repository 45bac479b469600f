import { type Account, type Cause, type Flow, PLATFORM_ID } from '../ledger/index.ts'

export const PROMO = { code: 'promo', owner_id: PLATFORM_ID } as const satisfies Account

/** The account of a customer's unused startup funds. */
export function startupAccount(customer_id: string) {
  return { code: 'customer_startup', owner_id: customer_id } as const satisfies Account
}

/** The cause of transfers of startup funds. */
export function grantCause(grant_id: string): Cause {
  return { kind: 'startup', id: grant_id }
}

/** The fund-flow line of one movement of startup funds; `movement_id` tells a grant's lines apart. */
export function startupFlow(grant_id: string, movement_id: string): Flow {
  return {
    id: `startup:${movement_id}`,
    type: 'virtual_recharge_deduction',
    subject_kind: 'startup',
    subject_id: grant_id,
  }
}
