import { confirmWithdrawal, listWithdrawals } from '@adtally/contract/operator/finance/withdrawals.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { listVerb } from '../staff-list.ts'
import { statementVerbs } from './bank-statements/statement-verbs.ts'
import { depositVerbs } from './deposits/deposit-verbs.ts'
import { judgeMoneyOwedVerb } from './funds/money-owed.ts'
import { holdVerbs } from './holds/hold-verbs.ts'
import { OPEN_WITHDRAWAL_PLACE, openWithdrawals } from './repository.ts'
import { presentOpenWithdrawal } from './staff-presenter.ts'
import { CONFIRMED } from './withdrawals/confirm-withdrawal.ts'
import { approveWithdrawalVerb, endWithdrawalVerb } from './withdrawals/decide-withdrawal.ts'
import { ownMoneyMatchVerb } from './withdrawals/own-money.ts'
import { payoutVerbs } from './withdrawals/payout-verbs.ts'
import { bookByStaff } from './withdrawals/withdrawal-line.ts'

const LISTED_DEFAULT = 200

/** Verbs for bank statements, deposits, withdrawals and holds (PRODUCT §2.4, §2.6). */
export const walletVerbs: readonly StaffVerb[] = [
  ...statementVerbs,
  ...depositVerbs,
  ownMoneyMatchVerb,
  judgeMoneyOwedVerb,
  listVerb(listWithdrawals, {
    limit_default: LISTED_DEFAULT,
    parts: OPEN_WITHDRAWAL_PLACE,
    read: openWithdrawals,
    present: presentOpenWithdrawal,
  }),
  approveWithdrawalVerb,
  staffVerb(confirmWithdrawal, (services, staff, input) => bookByStaff(CONFIRMED, services, staff, input)),
  endWithdrawalVerb,
  ...payoutVerbs,
  ...holdVerbs,
]
