import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../module.ts'
import { listFlags, listPage } from '../staff-list.ts'
import { evidenceText, numberText } from '../verb-fields.ts'
import { statementVerbs } from './bank-statements/statement-verbs.ts'
import { depositVerbs } from './deposits/deposit-verbs.ts'
import { judgeMoneyOwedVerb } from './funds/money-owed.ts'
import { holdVerbs } from './holds/hold-verbs.ts'
import { OPEN_WITHDRAWAL_PLACE, openWithdrawals } from './repository.ts'
import { presentOpenWithdrawal } from './staff-presenter.ts'
import { CONFIRMED } from './withdrawals/confirm-withdrawal.ts'
import { proposeApproval, proposeEnd } from './withdrawals/decide-withdrawal.ts'
import { ownMoneyMatchVerb } from './withdrawals/own-money.ts'
import { payoutVerbs } from './withdrawals/payout-verbs.ts'
import { bookByStaff } from './withdrawals/withdrawal-line.ts'

const LISTED_DEFAULT = 200
const number = numberText('W')
const numberOnly = z.strictObject({ number })

/** Verbs for bank statements, deposits, withdrawals and holds (PRODUCT §2.4, §2.6). */
export const walletVerbs: readonly StaffVerb[] = [
  ...statementVerbs,
  ...depositVerbs,
  ownMoneyMatchVerb,
  judgeMoneyOwedVerb,
  staffVerb({
    name: 'list-withdrawals',
    summary:
      'Withdrawals that are not done, the nearest time to be sent first; then those whose clock does not run, held or sent',
    roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPage(services, flags, {
        limit_default: LISTED_DEFAULT,
        parts: OPEN_WITHDRAWAL_PLACE,
        read: async (tx, after, rows_max) =>
          (await openWithdrawals(tx, after, rows_max)).map(({ row, place }) => ({
            row: presentOpenWithdrawal(row),
            place,
          })),
      }),
  }),
  staffVerb({
    name: 'approve-withdrawal',
    summary: 'Propose that a withdrawal be approved: --number W100001',
    roles: ['finance_maker'],
    proposes: 'withdrawal.approve',
    input: numberOnly,
    run: (services, staff, input) => proposeApproval(services, staff, input.number),
  }),
  staffVerb({
    name: 'confirm-withdrawal',
    summary:
      'Match a paid-out bank line to a sent withdrawal whose number the bank lost: --number W100001 --line-id ID',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ number, line_id: id }),
    run: (services, staff, input) => bookByStaff(CONFIRMED, services, staff, input),
  }),
  staffVerb({
    name: 'end-withdrawal',
    summary:
      'Propose that a withdrawal end because its beneficiary is wrong: --number W100001 --evidence TEXT',
    roles: ['finance_maker'],
    proposes: 'withdrawal.end',
    input: z.strictObject({ number, evidence: evidenceText }),
    run: (services, staff, input) => proposeEnd(services, staff, input),
  }),
  ...payoutVerbs,
  ...holdVerbs,
]
