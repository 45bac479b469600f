import type { OutputOf } from '@adtally/contract/call.ts'
import type { sessionList, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { OwnCustomer } from './profile/user-info.ts'
import { maskEmail, maskPhone, signInFreshUntil } from './rules.ts'
import type { SessionLine } from './sessions/sessions.repository.ts'

/** A customer for their own app, contact data masked. `session_began_at` is the reading session's. */
export function presentUser(customer: OwnCustomer, session_began_at: Date): OutputOf<typeof userInfoCall> {
  return {
    customer_id: customer.customer_id,
    username: customer.username,
    nickname: customer.nickname,
    entry: customer.entry,
    operated_id: customer.operated_id,
    credit_score: customer.standing.credit_score,
    level: customer.standing.level,
    email_masked: maskEmail(customer.email),
    email_confirmed: customer.email_confirmed_at !== null,
    phone_masked: maskPhone(customer.phone),
    language: customer.language,
    time_zone: customer.time_zone,
    status: customer.status,
    transaction_password_set: customer.transaction_password_changed_at !== null,
    sign_in_fresh_until: signInFreshUntil(session_began_at).toISOString(),
    total_deposited: formatAmount(customer.total_deposited_micros),
    created_at: customer.created_at.toISOString(),
  }
}

/** Sessions, with the asking one marked. */
export function presentSessions(
  sessions: readonly SessionLine[],
  current_id: string,
): OutputOf<typeof sessionList>['items'] {
  return sessions.map((session) => ({
    session_id: session.session_id,
    device: session.device,
    created_at: session.created_at.toISOString(),
    last_used_at: session.last_used_at.toISOString(),
    current: session.session_id === current_id,
  }))
}
