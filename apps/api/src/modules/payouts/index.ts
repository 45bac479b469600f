import type { Module } from '../module.ts'
import { listAccountChangesVerb } from './accounts/list-account-changes.ts'
import { changeAccountVerb, showAccountVerb, withdrawAccountChangeVerb } from './accounts/own-account.ts'
import { setPayeeAccountVerb } from './accounts/set-payee-account.ts'
import { listOwnStatementsVerb, saveOwnStatementVerb, showOwnStatementVerb } from './advertiser-statement.ts'
import { matchBankChargeVerb } from './bank-charge.ts'
import { confirmPayoutVerb, matchLinesJob, matchPayoutsVerb } from './confirm-payout.ts'
import { listPayoutsVerb, payoutOrdersVerb } from './list-payouts.ts'
import { listTopUpsVerb, showOwnEscrowVerb } from './own-escrow.ts'
import {
  listEarningLinesVerb,
  listEarningStatementsVerb,
  listOwnPayoutsVerb,
  saveEarningStatementVerb,
  showEarningsVerb,
} from './own-money.ts'
import { payOwnMoneyVerb, payPublishersVerb, takeOutEscrowVerb } from './payout-verbs.ts'
import { movePlatformMoneyVerb, platformMoneyVerb } from './platform-money.ts'
import { publisherStatementVerb } from './publisher-statement.ts'
import { returnPayoutVerb } from './return-payout.ts'
import { listPlatformEntriesVerb, reverseEntryVerb } from './reverse-entry.ts'
import { findPayouts } from './search.repository.ts'
import type {} from './tables.ts'

export { type PayeeAccount, payeeAccountAct, payeeAccountAsked } from './accounts/set-payee-account.ts'
export { type PayoutItem, payoutsAsked, payoutsSendAct } from './send-payouts.ts'

/** Payments to parties by two people and a bank line, publishers' statements, the platform's own money. */
export const payoutsModule: Module = {
  name: 'payouts',
  searches: [
    {
      kind: 'payout',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findPayouts,
    },
  ],
  verbs: [
    setPayeeAccountVerb,
    listAccountChangesVerb,
    payPublishersVerb,
    takeOutEscrowVerb,
    payOwnMoneyVerb,
    payoutOrdersVerb,
    listPayoutsVerb,
    matchPayoutsVerb,
    confirmPayoutVerb,
    returnPayoutVerb,
    publisherStatementVerb,
    matchBankChargeVerb,
    movePlatformMoneyVerb,
    platformMoneyVerb,
    listPlatformEntriesVerb,
    reverseEntryVerb,
  ],
  partner_verbs: [
    showEarningsVerb,
    listEarningStatementsVerb,
    listEarningLinesVerb,
    saveEarningStatementVerb,
    listOwnPayoutsVerb,
    showAccountVerb,
    changeAccountVerb,
    withdrawAccountChangeVerb,
    showOwnEscrowVerb,
    listTopUpsVerb,
    showOwnStatementVerb,
    saveOwnStatementVerb,
    listOwnStatementsVerb,
  ],
  jobs: [matchLinesJob],
}
