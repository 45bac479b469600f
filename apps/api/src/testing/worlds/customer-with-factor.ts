import {
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
} from '@adtally/contract/identity/security.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import { readWallClock, totpCode } from '../../modules/operators/index.ts'
import { fromBase32 } from '../from-base32.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { type BuiltCustomer, buildCustomer, transactionPasswordDigest } from './build-customer.ts'

const STEP_MS = 30_000

/** The wire form of the transaction password that these customers have. */
export const FACTOR_PASSWORD = transactionPasswordDigest('135790')

/** A customer with a second factor. */
export interface CustomerWithFactor extends BuiltCustomer {
  /** What their app shows that many steps from now; the step before this one was used to set it up. */
  code(ahead?: number): Promise<string>
  recovery_codes: string[]
  /** Switches the question at sign-in on or off, with a code; answers the refusal, if any. */
  atSignIn(at_sign_in: boolean, code: string): Promise<string | undefined>
}

/** Gives a customer a transaction password and an authenticator app; withdrawals then ask for its codes. */
export async function addFactor(program: TestProgram, who: BuiltCustomer): Promise<CustomerWithFactor> {
  const options = { token: who.token }
  const password = FACTOR_PASSWORD
  await program.call(setPassword, { password }, options)
  const secret = fromBase32((await program.call(secondFactorBegin, { password }, options)).data.secret)
  const code = async (ahead = 0) => {
    const now = await program.services.database.transaction({ kind: 'system' }, readWallClock)
    return totpCode(secret, BigInt(Math.floor(now.getTime() / STEP_MS) + ahead))
  }
  const { data } = await program.call(secondFactorConfirm, { code: await code(-1) }, options)
  return {
    ...who,
    code,
    recovery_codes: data.recovery_codes,
    atSignIn: async (at_sign_in, typed) =>
      (await program.call(secondFactorAtSignIn, { at_sign_in, password, second_factor: typed }, options)).data
        .reason,
  }
}

/** A customer whom signing in asks for the second factor, too; their app's present and next codes are good. */
export async function customerAskedAtSignIn(
  program: TestProgram,
  who?: BuiltCustomer,
): Promise<CustomerWithFactor> {
  const built = await addFactor(program, who ?? (await buildCustomer(program.services)))
  await built.atSignIn(true, built.recovery_codes.pop() ?? '')
  return built
}
