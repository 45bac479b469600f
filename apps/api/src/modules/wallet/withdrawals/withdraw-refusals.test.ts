import { isDeepStrictEqual } from 'node:util'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { missingLock, plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer, transactionPasswordDigest } from '../../../testing/worlds/build-customer.ts'
import { givePromotion } from '../../../testing/worlds/build-marketplace.ts'
import { createLedgerWriter, verifyLedger } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { readProperty } from '../funds/property.ts'
import { placeHoldVerb } from '../holds/place-hold.ts'
import { bankDesk, PIN } from '../testing/bank-desk.ts'

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)

type Wish = { token: string; beneficiary_id: string; amount: string; pin?: string; language?: string }

/** As in the app: the password gives the grant, the grant the withdrawal. */
async function tryWithdraw({ token, beneficiary_id, amount, pin = PIN, language = 'en' }: Wish) {
  const options = { token, headers: { 'accept-language': language } }
  const checked = await t.call(checkPassword, { password: pin, amount, beneficiary_id }, options)
  if (checked.code !== 200) return checked
  const grant = checked.data.grant ?? ''
  return await t.call(withdraw, { request_id: newId(), amount, beneficiary_id, grant }, options)
}

describe('SPEC §5: a withdrawal', () => {
  test.each([
    ['0', 'amount_zero', 400],
    ['0.00', 'amount_zero', 400],
    ['', 'field_required', 400],
    ['ten', 'amount_malformed', 400],
    ['-5', 'amount_malformed', 400],
    ['100.01', 'insufficient_balance', 405],
    ['100.00', undefined, 200],
  ])('of %j: %s [proof 69]', async (amount, reason, code) => {
    const customer = await desk.customer('100.00')
    const reply = await tryWithdraw({ ...customer, amount })
    expect([reply.code, reply.data.reason]).toEqual([code, reason])
    if (reason) expect(reply.data.field).toBe('amount')
  })

  test('needs a transaction password, and the right one [proof 71]', async () => {
    const { token } = await buildCustomer(t.services)
    const without = await tryWithdraw({ token, beneficiary_id: newId(), amount: '1.00' })
    expect([without.data.reason, without.msg]).toEqual([
      'transaction_password_not_set',
      'Please set the transaction password first',
    ])
    const customer = await desk.customer('10.00')
    const pin = transactionPasswordDigest('000000')
    const wrong = await tryWithdraw({ ...customer, amount: '1.00', pin })
    expect([wrong.data.reason, wrong.msg]).toEqual([
      'transaction_password_wrong',
      'Please enter the correct transaction password',
    ])
  })

  test('needs a grant: none, a made-up one, and one for another amount move nothing [proof 72]', async () => {
    const customer = await desk.customer('10.00')
    const { token, beneficiary_id } = customer
    const { data } = await t.call(checkPassword, { password: PIN, amount: '1.00', beneficiary_id }, { token })
    for (const [grant, amount] of [
      ['made-up', '1.00'],
      [data.grant ?? '', '9.00'],
    ] as const) {
      const reply = await t.call(withdraw, { request_id: newId(), amount, beneficiary_id, grant }, { token })
      expect(reply.data.reason).toBe('grant_invalid')
    }
    expect((await readProperty(t.services, customer.customer_id, 'en')).available_balance).toBe('10.00')
  })

  test('that would reach into startup funds is refused with SPEC’s text in every language; own cash goes (PRODUCT §9) [proof 75]', async () => {
    const customer = await desk.customer('10.00')
    await givePromotion(t.services, customer.customer_id, 'startup', 20_000_000n)
    const said = new Set<string>()
    for (const language of LANGUAGES) {
      const { data, msg } = await tryWithdraw({ ...customer, amount: '10.01', language })
      expect(data).toMatchObject({ reason: 'startup_funds_not_returned', field: 'amount' })
      said.add(msg)
    }
    expect(said).toContain('Startup funds not returned, contact customer service')
    expect(said.size).toBe(LANGUAGES.length)
    expect((await tryWithdraw({ ...customer, amount: '30.01' })).data.reason).toBe('insufficient_balance')
    expect((await tryWithdraw({ ...customer, amount: '10.00' })).code).toBe(200)
  })
})

describe('PRODUCT §7: a disabled account’s restricted token', () => {
  test('withdraws undisputed cash, binds where it goes, and takes nothing of what is on hold', async () => {
    const customer = await desk.customer('50.00')
    const { customer_id, username, password } = customer
    const evidence = { evidence: 'Told us in the chat', report: 'message 1' }
    await desk.agreed(placeHoldVerb, {
      customer: customer_id,
      reason: 'account_theft',
      amount: 20_000_000n,
      ...evidence,
    })
    await t.db.asOwner("update identity.customers set status = 'disabled' where customer_id = $1", [
      customer_id,
    ])
    const signedIn = await t.call(login, { username, password })
    expect(signedIn.code).toBe(403)
    const token = String(Object(signedIn.data).restricted_token)
    const wish = { token, beneficiary_id: customer.beneficiary_id }
    expect((await tryWithdraw({ ...wish, amount: '30.01' })).data.reason).toBe('insufficient_balance')
    expect((await tryWithdraw({ ...wish, amount: '30.00' })).data).toMatchObject({ status: 'requested' })
    const beneficiary = {
      kind: 'wallet_address',
      network: 'tron',
      beneficiary_name: 'Some One',
      account_number: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    } as const
    const changed = await t.call(bankCardEdit, { beneficiary, password: PIN }, { token })
    expect(Date.parse(changed.data.usable_from)).toBeGreaterThan(t.services.clock.now_ms() + 23 * 3_600_000)
    const reset = { password: transactionPasswordDigest('654321'), login_password: password }
    expect((await t.call(setPassword, reset, { token })).data.effective_wait_until).not.toBeNull()
  })
})

describe('withdrawals at once', () => {
  /**
   * Several programs try at once to withdraw 1.00 each from `affordable` of cash; answers the outcomes and the books'
   * faults. An earlier withdrawal has opened the accounts, because opening one would keep others waiting.
   */
  async function race(
    affordable: number,
    tries: number,
  ): Promise<{ accepted: number; failed: number; faults: number }> {
    const customer = await desk.customer(`${affordable + 1}.00`)
    await desk.ask(customer, 1_000_000n)
    const databases = Array.from({ length: 3 }, () => new PostgresDatabase(t.db.program))
    const programs = databases.map(
      (database): Services => ({ ...t.services, database, ledger: createLedgerWriter(database) }),
    )
    const desks = programs.map((services) => bankDesk({ ...t, services }))
    const outcomes = await Promise.all(
      Array.from({ length: tries }, (_, index) =>
        reasonOf(
          desks[index % desks.length]?.ask(customer, 1_000_000n) ?? Promise.reject(new Error('a desk')),
        ).catch(() => 'failed'),
      ),
    )
    for (const { ledger } of programs) await ledger.close()
    for (const database of databases) await database.close()
    const report = await t.system(verifyLedger)
    return {
      accepted: outcomes.filter((outcome) => outcome === 'ok').length,
      failed: outcomes.filter((outcome) => outcome === 'failed').length,
      faults: report.differences.length,
    }
  }

  test('by three programs never take more than there is', async () => {
    expect(await race(5, 60)).toEqual({ accepted: 5, failed: 0, faults: 0 })
  })

  // Last, because it leaves wrong books behind.
  test('control: without the row lock they would', async () => {
    await plant(t.db.asOwner, missingLock(300))
    // The money suffices for one, so any two that meet are one too many. On a slow machine they may pass one by one.
    const right = { accepted: 1, failed: 0, faults: 0 }
    let found = right
    for (let round = 0; round < 6 && isDeepStrictEqual(found, right); round += 1) found = await race(1, 6)
    expect(found).not.toEqual(right)
  })
})
