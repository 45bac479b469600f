import { emailConfirm } from '@adtally/contract/identity/identity-password.ts'
import { bankCardEdit, setPassword } from '@adtally/contract/money/wallet.ts'
import { message } from '@adtally/i18n/server.ts'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest,
} from '../../../testing/worlds/build-customer.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'
import { notifyCustomer } from '../../customer-notice.ts'
import { SECURITY_NOTICES } from './tell-of-security.ts'

const PASSWORD = transactionPasswordDigest('135790')

/** What gives access to an account or its money, or gives either away, whoever does it. */
const TOLD_BY_LETTER = [
  ...['account_closed', 'archive_taken', 'beneficiary_changed', 'contact_changed', 'login_password_changed'],
  ...['passkey_added', 'passkey_removed', 'second_factor_app_removed', 'second_factor_at_sign_in'],
  ...['second_factor_not_at_sign_in', 'second_factor_removed', 'second_factor_set', 'sessions_ended'],
  'transaction_password_changed',
] as const

const mail = await mailProgram()
afterAll(() => mail.close())
const who = await buildCustomer(mail.program.services)

const addressOf = ({ username }: BuiltCustomer) => `${username}@example.com`
await mail.program.call(
  emailConfirm,
  { token: tokenIn((await mail.mailsTo(addressOf(who)))[0]) },
  { token: who.token },
)
const subjectsTo = async (customer: BuiltCustomer) =>
  (await mail.mailsTo(addressOf(customer))).map(({ subject }) => subject)
const subjectOf = (notice: (typeof TOLD_BY_LETTER)[number]) => message('en', `notifications.${notice}.title`)

/** Sends a notice as its module does. */
async function notify({ customer_id }: BuiltCustomer, notice: string): Promise<void> {
  const values = notice === 'beneficiary_changed' ? { beneficiary_wait_hours: '24' } : {}
  await mail.program.system((tx) =>
    notifyCustomer(tx, {
      ...{ customer_id, category: 'activity', message: notice, values },
      ...{ subject_kind: null, subject_id: null },
    }),
  )
}

describe('what touches a customer’s security', () => {
  test('is all of this', () => {
    expect([...SECURITY_NOTICES].toSorted()).toEqual([...TOLD_BY_LETTER].toSorted())
  })

  test.each(TOLD_BY_LETTER)('goes out by letter, too: %s [proof 539]', async (notice) => {
    await notify(who, notice)
    expect(await subjectsTo(who)).toContain(subjectOf(notice))
  })

  test('is told by letter when a customer names another account to pay to', async () => {
    const customer = await buildCustomer(mail.program.services)
    const options = { token: customer.token }
    await mail.program.call(
      emailConfirm,
      { token: tokenIn((await mail.mailsTo(addressOf(customer)))[0]) },
      { token: customer.token },
    )
    await mail.program.call(setPassword, { password: PASSWORD }, options)
    for (const account_number of ['DE89370400440532013000', 'GB82WEST12345698765432']) {
      const named = { kind: 'bank_account', bank_name: 'Bank', beneficiary_name: 'Some One' } as const
      const beneficiary = { ...named, account_number }
      const { code } = await mail.program.call(bankCardEdit, { beneficiary, password: PASSWORD }, options)
      expect(code).toBe(200)
    }
    expect(await subjectsTo(customer)).toEqual([
      'Confirm your email for Adtally',
      subjectOf('beneficiary_changed'),
    ])
  })

  test('goes to no address that nobody confirmed, and other notices to none', async () => {
    const unconfirmed = await buildCustomer(mail.program.services)
    await notify(unconfirmed, 'beneficiary_changed')
    expect(await subjectsTo(unconfirmed)).toHaveLength(1)
    const before = await subjectsTo(who)
    await notify(who, 'withdrawal_requested')
    expect(await subjectsTo(who)).toEqual(before)
  })
})
