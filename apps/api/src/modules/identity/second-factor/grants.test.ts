import { checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { buildCustomer, transactionPasswordDigest as digest } from '../../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { type GrantUse, giveGrant, grantRefusals, holdGrants, useGrants } from '../index.ts'

const password = digest('135790')
const program = await identityProgram()
afterAll(() => program.close())
const customer = await buildCustomer(program.services)
await program.call(setPassword, { password }, { token: customer.token })

async function newUse(): Promise<GrantUse> {
  const { customer_id } = customer
  const use = { customer_id, amount_micros: 250_000_000n, beneficiary_id: newId() }
  const { grant } = await inTransaction((tx) => giveGrant(tx, use))
  return { ...use, grant }
}

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return program.system(work)
}

/** As a money action does: checks the grants and records the valid ones. */
function spend(uses: readonly GrantUse[]): Promise<(string | null)[]> {
  return inTransaction(async (tx) => {
    const held = await holdGrants(
      tx,
      uses.map(({ grant }) => grant),
    )
    const refusals = grantRefusals(held, uses)
    await useGrants(
      tx,
      uses.filter((_, index) => refusals[index] === null).map(({ grant }) => grant),
    )
    return refusals.map((refusal) => refusal?.reason ?? null)
  })
}

describe('a grant', () => {
  test('is good for its amount and beneficiary, once [proof 74]', async () => {
    const use = await newUse()
    expect(use.grant).toMatch(/^[\w-]{43}$/)
    expect(await spend([use])).toEqual([null])
    expect(await spend([use])).toEqual(['grant_invalid'])
  })

  test('is good for nothing else', async () => {
    const use = await newUse()
    const others = [
      { ...use, amount_micros: use.amount_micros + 1n },
      { ...use, amount_micros: use.amount_micros - 1n },
      { ...use, beneficiary_id: newId() },
      { ...use, customer_id: newId() },
      { ...use, grant: `${use.grant.slice(0, -1)}_` },
      { ...use, grant: '' },
    ]
    for (const other of others) expect(await spend([other])).toEqual(['grant_invalid'])
    expect(await spend([use])).toEqual([null])
  })

  test('ends after five minutes', async () => {
    const use = await newUse()
    await program.advance(5 * 60_000)
    expect(await spend([use])).toEqual(['grant_invalid'])
  })

  test('ends when the transaction password is changed', async () => {
    const use = await newUse()
    const other = digest('111213')
    await program.call(setPassword, { password: other, old_password: password }, { token: customer.token })
    await program.call(setPassword, { password, old_password: other }, { token: customer.token })
    expect(await spend([use])).toEqual(['grant_invalid'])
  })

  test('is stored as a hash only', async () => {
    const { grant } = await newUse()
    const rows = await program.db.asOwner('select row_to_json(g)::text as text from identity.grants g')
    expect(JSON.stringify(rows)).not.toContain(grant)
  })

  test('needs both amount and beneficiary; with neither the password is only checked', async () => {
    const call = (input: { amount?: string; beneficiary_id?: string }) =>
      program.call(checkPassword, { password, ...input }, { token: customer.token })
    expect((await call({ amount: '5.00' })).data).toMatchObject({
      reason: 'field_required',
      field: 'beneficiary_id',
    })
    expect((await call({ beneficiary_id: newId() })).data).toMatchObject({
      reason: 'field_required',
      field: 'amount',
    })
    expect((await call({})).data).toEqual({ grant: null, expires_at: null })
  })

  test.each([
    ['0', 'amount_zero'],
    ['0.00', 'amount_zero'],
    ['1e3', 'amount_malformed'],
    ['-1', 'amount_malformed'],
    ['0.0000001', 'amount_malformed'],
    ['NaN', 'amount_malformed'],
    ['9999999999999', 'amount_malformed'],
  ])('the amount %s is %s', async (amount, reason) => {
    const { data } = await program.call(
      checkPassword,
      { password, amount, beneficiary_id: newId() },
      { token: customer.token },
    )
    expect(data).toMatchObject({ reason, field: 'amount' })
  })
})

describe('many uses of one grant', () => {
  test('in one batch: the first is good', async () => {
    const [use, other] = [await newUse(), await newUse()]
    expect(await spend([use, use, other, use])).toEqual([null, 'grant_invalid', null, 'grant_invalid'])
  })

  test('in fifty transactions at once: one is good', async () => {
    const use = await newUse()
    const results = await Promise.all(Array.from({ length: 50 }, () => spend([use])))
    expect(results.filter(([reason]) => reason === null)).toHaveLength(1)
  })

  test('recorded without a check commits nothing', async () => {
    const use = await newUse()
    await spend([use])
    await expect(inTransaction((tx) => useGrants(tx, [use.grant]))).rejects.toThrow('without a check')
  })
})
