import { auditModule } from '../../modules/audit/index.ts'
import { contentModule } from '../../modules/content/index.ts'
import { identityModule } from '../../modules/identity/index.ts'
import { mailModule } from '../../modules/mail/index.ts'
import { operatorsModule } from '../../modules/operators/index.ts'
import { policiesModule } from '../../modules/policies/index.ts'
import { standingModule } from '../../modules/standing/index.ts'
import { walletModule } from '../../modules/wallet/index.ts'
import type { TestDatabase } from '../servers/test-database.ts'
import { type TestProgram, testProgram } from '../servers/test-program.ts'
import { type ServicesWishes, testSettings } from '../servers/test-services.ts'

/**
 * Identity and the modules it needs, served over HTTP without a request limit in the way; plus the wallet, which
 * checks transaction passwords, and standing, which gives level and score and whose figures texts show.
 */
export function identityProgram({
  variables = {},
  ...wishes
}: Pick<ServicesWishes, 'real_hashes' | 'log'> & {
  variables?: Record<string, string>
} = {}): Promise<TestProgram> {
  return testProgram({
    ...wishes,
    modules: [
      auditModule,
      operatorsModule,
      policiesModule,
      mailModule,
      identityModule,
      walletModule,
      contentModule,
      standingModule,
    ],
    settings: testSettings({ RATE_LIMIT_PER_MINUTE: '9000000', ...variables }),
  })
}

/** Clears every count of tries, so that one test's failures don't slow the next. */
export async function forgetTries(db: TestDatabase): Promise<void> {
  await db.asOwner('delete from identity.tries')
}
