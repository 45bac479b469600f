import type { Module } from '../module.ts'
import { bankChargeBookAct, matchBankChargeVerb } from './bank-charge.ts'
import { confirmPayoutVerb, matchLinesJob, matchPayoutsVerb } from './confirm-payout.ts'
import { listPayoutsVerb, payoutOrdersVerb } from './list-payouts.ts'
import { payOwnMoneyVerb, payPublishersVerb, takeOutEscrowVerb } from './payout-verbs.ts'
import { movePlatformMoneyVerb, platformMoneyMoveAct, platformMoneyVerb } from './platform-money.ts'
import { publisherStatementVerb } from './publisher-statement.ts'
import { payoutReturnAct, returnPayoutVerb } from './return-payout.ts'
import { entryReverseAct, listPlatformEntriesVerb, reverseEntryVerb } from './reverse-entry.ts'
import { findPayouts } from './search.repository.ts'
import { payoutsSendAct } from './send-payouts.ts'
import { payeeAccountAct, setPayeeAccountVerb } from './set-payee-account.ts'
import type {} from './tables.ts'

export { type PayoutItem, proposePayouts } from './send-payouts.ts'
export { type PayeeAccount, proposePayeeAccount } from './set-payee-account.ts'

/** Payments to parties by two people and a bank line, publishers' statements, the platform's own money. */
export const payoutsModule: Module = {
  name: 'payouts',
  searches: [
    { kind: 'payout', roles: ['support', 'finance_maker', 'finance_checker', 'auditor'], find: findPayouts },
  ],
  verbs: [
    setPayeeAccountVerb,
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
  approved_acts: [
    payeeAccountAct,
    payoutsSendAct,
    payoutReturnAct,
    bankChargeBookAct,
    platformMoneyMoveAct,
    entryReverseAct,
  ],
  jobs: [matchLinesJob],
}
