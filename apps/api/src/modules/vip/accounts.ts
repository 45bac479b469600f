import { type Account, type Cause, type Flow, PLATFORM_ID } from '../ledger/index.ts'

export const FEE = { code: 'fee', owner_id: PLATFORM_ID } as const satisfies Account

/** The account of a month's price that is not earned yet. */
export function unearned(vip_id: string) {
  return { code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id: vip_id } as const satisfies Account
}

/** The cause of a month's transfers. */
export function vipCause(vip_id: string): Cause {
  return { kind: 'vip', id: vip_id }
}

/** A month's line of the fund flow: its opening or its refund. */
export function vipFlow(vip_id: string, line: 'opened' | 'cancelled'): Flow {
  return { id: `vip:${vip_id}:${line}`, type: 'vip_opening', subject_kind: 'vip', subject_id: vip_id }
}
