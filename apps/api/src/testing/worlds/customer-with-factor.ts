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

/** The wire form of these customers' transaction password. */
export const FACTOR_PASSWORD = transactionPasswordDigest('135790')

export interface CustomerWithFactor extends BuiltCustomer {
  /** The app's code so many steps from now; the step before this one was used for the setup. */
  code(ahead?: number): Promise<string>
  recovery_codes: string[]
  /** Turns the question at sign-in on or off with a code; returns the reason of a refusal, if any. */
  atSignIn(at_sign_in: boolean, code: string): Promise<string | undefined>
}

/** Gives a customer a transaction password and an authenticator app, whose codes withdrawals then ask for. */
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

/** A customer who is also asked for the second factor at sign-in; the app's current and next codes are unused. */
export async function customerAskedAtSignIn(
  program: TestProgram,
  who?: BuiltCustomer,
): Promise<CustomerWithFactor> {
  const built = await addFactor(program, who ?? (await buildCustomer(program.services)))
  await built.atSignIn(true, built.recovery_codes.pop() ?? '')
  return built
}
