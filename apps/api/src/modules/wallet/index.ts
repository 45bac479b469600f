import type { Module } from '../module.ts'
import { walletAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { basedOnBrought } from './bank-statements/brought-statements.repository.ts'
import { statementFetchJob, statementFetchNowJob } from './bank-statements/fetch-statements.ts'
import { statementMatchJob } from './bank-statements/statement-matching.ts'
import { bankCardDetailRoute, bankCardEditRoute } from './beneficiaries/beneficiary.route.ts'
import { checkPasswordRoute } from './beneficiaries/check-password.route.ts'
import { passwordResetSubscription } from './beneficiaries/password-reset.ts'
import { depositReturnJob } from './deposits/return-deposit.ts'
import { sandboxTransferRoute } from './deposits/sandbox.route.ts'
import { transactionFlowCauseRoute } from './funds/cause.route.ts'
import { transactionFlowDetailRoute, transactionFlowListRoute } from './funds/flow.route.ts'
import { moneyOwedPlugin } from './funds/money-owed.plugin.ts'
import { moneyOwedJob, paymentsChangedLogged } from './funds/money-owed.ts'
import { propertyRoute } from './funds/property.route.ts'
import { holdRoutes } from './holds/hold.route.ts'
import { holdReleaseJob } from './holds/release-hold.ts'
import { walletMetrics } from './metrics.ts'
import { findBankLines, findStatements, findWithdrawals } from './search.repository.ts'
import type {} from './tables.ts'
import { walletVerbs } from './verbs.ts'
import { payoutSendJob, payoutTakeJob } from './withdrawals/send-payout-file.ts'
import {
  withdrawCancelRoute,
  withdrawListRoute,
  withdrawQuoteRoute,
  withdrawRoute,
} from './withdrawals/withdraw.route.ts'

export { withdrawalsToSend } from './ahead.repository.ts'
export { bankAccount, OWN, SUSPENSE, TRANSIT } from './bank-statements/bank-accounts.ts'
export { openBank } from './bank-statements/bank-connector.ts'
export { fetchStatements } from './bank-statements/fetch-statements.ts'
export { postLine } from './bank-statements/post-line.ts'
export { assignLine, type BankLineRow, linesById, lockLine } from './bank-statements/statements.repository.ts'
export { fingerprint } from './beneficiaries/sealed-account.ts'
export { type DepositAccount, depositAccountFor } from './deposits/deposit-account.ts'
export { lineOfParty, refuseBringer, refuseContradicted, unassignedLine } from './deposits/match-deposit.ts'
export { waitingPaidOut } from './deposits/paid-out.repository.ts'
export { type CauseDescription, type CauseReader, Causes, escapedForLike, factsOf } from './funds/causes.ts'
export { flowName } from './funds/flow-name.ts'
export { MONEY_OWED_PATH } from './funds/money-owed.plugin.ts'
export { PAYMENTS_CHANGED_TOPIC, paymentsFact, paymentsStopped } from './funds/money-owed.ts'
export { WALLET_CAUSES } from './funds/wallet-causes.ts'
export { presentEntry } from './presenter.ts'
export { clockDifferences, countOpenWithdrawals, withdrawalDifferences } from './repository.ts'
export { maskNumber } from './rules.ts'
export { walletFigures } from './told-figures.ts'
export type { WithdrawalFacts } from './withdrawals/withdrawal-eligibility.ts'

/** The wallet module: property, fund flow, bank statements and deposits, beneficiaries, withdrawals, holds. */
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
    {
      kind: 'bank_line',
      roles: ['finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findBankLines,
    },
    {
      kind: 'statement',
      roles: ['finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findStatements,
    },
  ],
  hindering: [{ hindrance: 'brought', find: basedOnBrought }],
  metrics: walletMetrics,
  verbs: walletVerbs,
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
}
