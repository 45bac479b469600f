import type { AccountStatus } from '@adtally/contract/enums.ts'
import type { StatusChange } from '@adtally/contract/operator/house/customers.ts'
import type { Reason } from '@adtally/contract/reasons.ts'

/** The changes of status that staff can make; `cancelled` is final. */
const STATUS_CHANGES = {
  activate: { from: ['not_activated'], to: 'active' },
  disable: { from: ['active', 'not_activated'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'active' },
  cancel: { from: ['active', 'not_activated', 'disabled'], to: 'cancelled' },
} as const satisfies Record<StatusChange, { from: readonly AccountStatus[]; to: AccountStatus }>

/** The status that `change` leads to from `status`, or null where it is not allowed. */
export function statusAfter(status: AccountStatus, change: StatusChange): AccountStatus | null {
  const { from, to }: { from: readonly AccountStatus[]; to: AccountStatus } = STATUS_CHANGES[change]
  return from.includes(status) ? to : null
}

/** Why an account's status refuses sign-ins and calls (SPEC §8); null for an active one. */
export function statusReason(status: AccountStatus): Reason | null {
  switch (status) {
    case 'active':
      return null
    case 'not_activated':
      return 'account_not_activated'
    case 'disabled':
      return 'account_disabled'
    case 'cancelled':
      return 'account_cancelled'
  }
}

/** Whether an account with this status can still read and withdraw its own money (PRODUCT §7). */
export function keepsRestrictedAccess(status: AccountStatus): boolean {
  return status === 'disabled' || status === 'cancelled'
}

/** `jane.doe@example.com` as `j•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`
}

/** `+66812345678` as `+66•••678`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••${phone.slice(-3)}`
}

/** How long a new session proves its customer's identity. */
const SIGN_IN_FRESH_MS = 60 * 60_000

/**
 * Until when this session may set the first transaction password without a wait: tokens are stolen from sessions in
 * use rather than from new ones.
 */
export function signInFreshUntil(session_began_at: Date): Date {
  return new Date(session_began_at.getTime() + SIGN_IN_FRESH_MS)
}

/** What a session may do, or why nothing. */
export type Standing =
  | { access: 'full' }
  | { access: 'restricted'; restricted_because?: Reason }
  | { access: 'none'; reason: Reason }

/**
 * What a token of `access` may do for an account of `status` (PRODUCT §7): with a disabled or cancelled account every
 * token is restricted; a restricted token never becomes a full one.
 */
export function standingOf(access: 'full' | 'restricted', status: AccountStatus): Standing {
  const reason = statusReason(status)
  if (reason === null) return { access }
  return keepsRestrictedAccess(status)
    ? { access: 'restricted', restricted_because: reason }
    : { access: 'none', reason }
}
