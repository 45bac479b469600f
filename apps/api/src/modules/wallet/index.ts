import type { Module } from '../module.ts'
import { walletAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { openBank } from './bank-connector.ts'
import { bankFaultMetrics } from './bank-faults.ts'
import { bankCardDetailRoute, bankCardEditRoute } from './beneficiary.route.ts'
import { withdrawalRefusedAct } from './bounce-withdrawal.ts'
import { transactionFlowCauseRoute } from './cause.route.ts'
import { Causes } from './causes.ts'
import { checkPasswordRoute } from './check-password.route.ts'
import { returnSendAct } from './confirm-return.ts'
import { csvMappingDefineAct } from './csv-mapping-verbs.ts'
import { withdrawalApproveAct, withdrawalEndAct } from './decide-withdrawal.ts'
import { payoutDiscardAct } from './discard-payout-file.ts'
import { holdExtendAct, holdReviewAct } from './extend-hold.ts'
import { statementFetchJob, statementFetchNowJob } from './fetch-statements.ts'
import { transactionFlowDetailRoute, transactionFlowListRoute } from './flow.route.ts'
import { holdRoutes } from './hold.route.ts'
import { depositBookAct } from './match-deposit.ts'
import { moneyOwedPlugin } from './money-owed.plugin.ts'
import { moneyOwedJob, paymentsChangedLogged } from './money-owed.ts'
import { ownMoneyBookAct } from './own-money.ts'
import { passwordResetSubscription } from './password-reset.ts'
import { payoutSendAct } from './payout-file.ts'
import { holdPlaceAct } from './place-hold.ts'
import { propertyRoute } from './property.route.ts'
import { depositRecallAct } from './recall-deposit.ts'
import { holdReleaseJob } from './release-hold.ts'
import { depositReturnAct, depositReturnJob } from './return-deposit.ts'
import { sandboxTransferRoute } from './sandbox.route.ts'
import { findBankLines, findStatements, findWithdrawals } from './search.repository.ts'
import { payoutSendJob, payoutTakeJob } from './send-payout-file.ts'
import { statementMatchJob } from './statement-matching.ts'
import type {} from './tables.ts'
import { walletVerbs } from './verbs.ts'
import { WALLET_CAUSES } from './wallet-causes.ts'
import {
  withdrawCancelRoute,
  withdrawListRoute,
  withdrawQuoteRoute,
  withdrawRoute,
} from './withdraw.route.ts'
import { statementWithdrawAct } from './withdraw-statement.ts'

export { withdrawalsToSend } from './ahead.repository.ts'
export { bankAccount, OWN, SUSPENSE, TRANSIT } from './bank-accounts.ts'
export { type CauseReader, type CauseTold, escapedForLike, factsOf } from './causes.ts'
export { type DepositAccount, depositAccountFor } from './deposit-account.ts'
export { fetchStatements } from './fetch-statements.ts'
export { flowName } from './flow-name.ts'
export { refuseBringer, unassignedLine } from './match-deposit.ts'
export { MONEY_OWED_PATH } from './money-owed.plugin.ts'
export { PAYMENTS_CHANGED_TOPIC, paymentsFact, paymentsStopped } from './money-owed.ts'
export { waitingPaidOut } from './paid-out.repository.ts'
export { presentEntry } from './presenter.ts'
export { clockDifferences, countOpenWithdrawals, withdrawalDifferences } from './repository.ts'
export { maskNumber } from './rules.ts'
export { fingerprint } from './sealed-account.ts'
export { assignLine, type BankLineRow, lockLine } from './statements.repository.ts'
export { walletFigures } from './told-figures.ts'
export type { WithdrawalFacts } from './withdrawal-eligibility.ts'

/** Property, fund flow, bank statements and deposits, beneficiaries, withdrawals, holds. */
export const walletModule: Module = {
  name: 'wallet',
  archive,
  ahead: (_services, tx, whose) => walletAhead(tx, whose),
  plugin: moneyOwedPlugin,
  routes: [
    propertyRoute,
    transactionFlowListRoute,
    transactionFlowDetailRoute,
    transactionFlowCauseRoute,
    bankCardEditRoute,
    bankCardDetailRoute,
    checkPasswordRoute,
    withdrawRoute,
    withdrawCancelRoute,
    withdrawListRoute,
    withdrawQuoteRoute,
    sandboxTransferRoute,
    ...holdRoutes,
  ],
  searches: [
    {
      kind: 'withdrawal',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findWithdrawals,
    },
    { kind: 'bank_line', roles: ['finance_maker', 'finance_checker', 'auditor'], find: findBankLines },
    { kind: 'statement', roles: ['finance_maker', 'finance_checker', 'auditor'], find: findStatements },
  ],
  metrics: bankFaultMetrics,
  verbs: walletVerbs,
  approved_acts: [
    depositBookAct,
    depositReturnAct,
    returnSendAct,
    depositRecallAct,
    csvMappingDefineAct,
    statementWithdrawAct,
    ownMoneyBookAct,
    withdrawalApproveAct,
    withdrawalEndAct,
    withdrawalRefusedAct,
    payoutSendAct,
    payoutDiscardAct,
    holdPlaceAct,
    holdExtendAct,
    holdReviewAct,
  ],
  jobs: [
    moneyOwedJob,
    statementFetchJob,
    statementFetchNowJob,
    statementMatchJob,
    depositReturnJob,
    holdReleaseJob,
    payoutTakeJob,
    payoutSendJob,
  ],
  subscriptions: [paymentsChangedLogged, passwordResetSubscription],
  create: async (services) => {
    services.bank = openBank(services)
    services.causes = new Causes()
    services.causes.add(...WALLET_CAUSES)
  },
}
