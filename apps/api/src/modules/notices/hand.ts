import type { Scope, Transaction } from '../../database/database.ts'
import type { AuditEntry } from '../audit/index.ts'
import * as audit from '../audit/index.ts'
import type { Staff } from '../module.ts'
import { type Partner, scopeOf } from '../partner-verb.ts'

/** Whoever sees to an advertiser's notices: the office, or the advertiser's own people. */
export interface Hand {
  scope: Scope
  append(tx: Transaction, act: Omit<AuditEntry, 'actor' | 'reason' | 'customer_id'>): Promise<void>
}

/** The office, which says why. */
export function ofStaff(staff: Staff, reason: string): Hand {
  return {
    scope: { kind: 'system' },
    append: (tx, act) => audit.byStaff(tx, staff, { ...act, reason }),
  }
}

/** One of the advertiser's own people. */
export function ofPartner(partner: Partner): Hand {
  return { scope: scopeOf(partner), append: (tx, act) => audit.appendPartnerAct(tx, partner, act) }
}
