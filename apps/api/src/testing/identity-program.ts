import { auditModule } from '../modules/audit/index.ts'
import { identityModule } from '../modules/identity/index.ts'
import { operatorsModule } from '../modules/operators/index.ts'
import { policiesModule } from '../modules/policies/index.ts'
import { standingModule } from '../modules/standing/index.ts'
import { walletModule } from '../modules/wallet/index.ts'
import { type TestProgram, testProgram } from './test-program.ts'
import { testSettings } from './test-services.ts'

/**
 * Identity and what it stands on, served over HTTP without a request limit in the way; with the wallet, which checks
 * transaction passwords for its beneficiaries, and with standing, which tells level and score.
 */
export function identityProgram(): Promise<TestProgram> {
  return testProgram({
    modules: [auditModule, operatorsModule, policiesModule, identityModule, walletModule, standingModule],
    settings: testSettings({ RATE_LIMIT_PER_MINUTE: '9000000' }),
  })
}
