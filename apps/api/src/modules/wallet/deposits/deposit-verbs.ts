import {
  confirmDepositReturn,
  listBankLines,
  listDepositReturns,
  listDeposits,
} from '@adtally/contract/operator/finance/deposits.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as audit from '../../audit/index.ts'
import { customerOfHandle } from '../../identity/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listPage, listPageByKey, listVerbByKey } from '../../staff-list.ts'
import { defineCsvMappingVerb } from '../bank-statements/csv-mapping-verbs.ts'
import { unassignedLines, WAITING_LINE_PLACE } from '../bank-statements/statements.repository.ts'
import { presentWaitingLine } from '../staff-presenter.ts'
import { confirmReturn, RETURNS_MAX, sendDepositReturnsVerb } from './confirm-return.ts'
import { matchDepositVerb } from './match-deposit.ts'
import { recallDepositVerb } from './recall-deposit.ts'
import { depositsOf } from './recalls.repository.ts'
import { returnDepositVerb } from './return-deposit.ts'
import { openReturns } from './returns.repository.ts'

const LISTED_DEFAULT = 200

/** Deposits and what goes back (PRODUCT §2.6, §3). */
export const depositVerbs: readonly StaffVerb[] = [
  defineCsvMappingVerb,
  staffVerb(listBankLines, (services, _staff, { kind, ...flags }) =>
    listPage(services, flags, {
      limit_default: LISTED_DEFAULT,
      parts: WAITING_LINE_PLACE,
      read: async (tx, after, rows_max) =>
        (await unassignedLines(tx, rows_max, kind, after)).map(({ booked_at_text, ...row }) => ({
          row: presentWaitingLine(row),
          place: [booked_at_text, row.line_id],
        })),
    }),
  ),
  matchDepositVerb,
  staffVerb(listDeposits, async (services, staff, { customer, ...flags }) => {
    const { customer_id } = await services.database.transaction({ kind: 'system' }, (tx) =>
      customerOfHandle(tx, customer),
    )
    return await listPageByKey(services, flags, {
      limit_default: LISTED_DEFAULT,
      read: async (tx, before, rows_max) => {
        await audit.appendLooks(tx, staff, 'deposits.viewed', customer_id)
        const deposits = await depositsOf(tx, customer_id, rows_max, before)
        return deposits.map(({ amount_micros, recalled_micros, ...deposit }) => ({
          ...deposit,
          amount: formatAmount(amount_micros),
          recalled: formatAmount(recalled_micros),
        }))
      },
      keyOf: ({ deposit_id }) => deposit_id,
    })
  }),
  recallDepositVerb,
  returnDepositVerb,
  listVerbByKey(listDepositReturns, {
    limit_default: RETURNS_MAX,
    read: (tx, after, rows_max) => openReturns(tx, rows_max, after),
    keyOf: ({ return_id }) => return_id,
    present: ({ amount_micros, ...one }) => ({ ...one, amount: formatAmount(amount_micros) }),
  }),
  sendDepositReturnsVerb,
  staffVerb(confirmDepositReturn, confirmReturn),
]
