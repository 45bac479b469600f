import { passwordChange } from '@adtally/contract/identity/identity-password.ts'
import { bankCardDetail, bankCardEdit, setPassword, withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest as digest,
} from '../../../testing/worlds/build-customer.ts'
import { currentBeneficiary } from './beneficiaries.repository.ts'

const DAY_MS = 24 * 3_600_000

const program = await testProgram()
afterAll(() => program.close())

async function withBeneficiary(): Promise<BuiltCustomer> {
  const who = await buildCustomer(program.services)
  const options = { token: who.token }
  await program.call(setPassword, { password: digest('135790') }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: 'Some Body',
    account_number: 'GB82WEST12345698765432',
  } as const
  await program.call(bankCardEdit, { beneficiary, password: digest('135790') }, options)
  await program.drain()
  return who
}

/** Until when money waits, as a withdrawal's quote and the beneficiary's page say. */
async function saidUntil({ token }: BuiltCustomer): Promise<(string | undefined)[]> {
  const quote = await program.call(withdrawQuote, {}, { token })
  const detail = await program.call(bankCardDetail, {}, { token })
  return [quote.data.beneficiary?.usable_from, detail.data.beneficiary?.usable_from]
}

test.each([
  [
    'the transaction password',
    ({ token, password }: BuiltCustomer) =>
      program.call(setPassword, { password: digest('246801'), login_password: password }, { token }),
  ],
  [
    'the sign-in password',
    ({ token, password }: BuiltCustomer) =>
      program.call(passwordChange, { old_password: password, password: 'loud mountain birds' }, { token }),
  ],
])(
  '%s set anew: its answer, the quote and the beneficiary name one moment, at once and later [proof 813]',
  async (_what, setAnew) => {
    const who = await withBeneficiary()
    const { code, data } = await setAnew(who)
    expect(code).toBe(200)
    const until = data.effective_wait_until ?? ''
    expect(Date.parse(until)).toBeGreaterThan(program.services.clock.now_ms() + DAY_MS - 3_600_000)
    expect(await saidUntil(who), 'before the message has arrived').toEqual([until, until])
    await program.drain()
    expect(await saidUntil(who), 'after it').toEqual([until, until])
    const row = await program.services.database.transaction({ kind: 'system' }, (tx) =>
      currentBeneficiary(tx, who.customer_id),
    )
    expect(row?.usable_from.toISOString(), 'kept').toBe(until)
  },
)
