import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { type Buyer, ExchangeWorld, MINUTE_MS, password } from './testing/exchange-world.ts'

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const acceptor_id = await world.acceptor('1000.00', '900.00')

const THIEF = 'GB33BUKB20201555555555'
const ANOTHER = 'GB82WEST12345698765432'

async function bind({ token }: Buyer, account_number: string): Promise<string> {
  const account = { bank_name: 'Far Bank', beneficiary_name: 'Nobody Known', account_number }
  const beneficiary = { kind: 'bank_account', ...account } as const
  return (await world.program.call(bankCardEdit, { beneficiary, password }, { token })).data.beneficiary_id
}

/** Asks to withdraw everything; returns the withdrawal's status or the reason of the refusal. */
async function withdrawAll({ token }: Buyer, beneficiary_id: string): Promise<string | undefined> {
  const wish = { amount: '200.00', beneficiary_id }
  const { data } = await world.program.call(checkPassword, { password, ...wish }, { token })
  const asked = await world.program.call(
    withdraw,
    { request_id: newId(), grant: data.grant ?? '', ...wish },
    { token },
  )
  return asked.data.reason ?? asked.data.status
}

/** Every way money leaves a wallet: `safe` is the thief's result, `gone` that of a customer who need not wait. */
const WAYS = [
  {
    way: 'withdrawing to an account of the thief’s',
    safe: 'held',
    gone: 'requested',
    take: async (who: Buyer) => await withdrawAll(who, await bind(who, THIEF)),
  },
  {
    way: 'withdrawing to a beneficiary changed meanwhile',
    safe: 'held',
    gone: 'requested',
    take: async (who: Buyer) => {
      await bind(who, ANOTHER)
      const beneficiary_id = await bind(who, THIEF)
      await endChangesWait(who)
      return await withdrawAll(who, beneficiary_id)
    },
  },
  {
    way: 'exchanging',
    safe: 'transaction_password_recently_reset',
    gone: 'escrowed',
    take: async (who: Buyer) => {
      await world.rate()
      const { data } = await world.confirm(who, await world.offered(who, acceptor_id))
      return data.reason ?? data.status
    },
  },
]

/** A changed beneficiary has a wait of its own, which must not hide a missing wait of the transaction password. */
async function endChangesWait({ customer_id }: Buyer): Promise<void> {
  await unguarded('wallet.beneficiaries', 'wait_guarded', () =>
    world.program.system((tx) =>
      tx
        .updateTable('wallet.beneficiaries')
        .set((column) => ({ usable_from: column.ref('changed_at') }))
        .where('customer_id', '=', customer_id)
        .execute(),
    ),
  )
}

/** The fault: the first transaction password counts as proved, whoever set it. */
async function trust({ customer_id }: Buyer): Promise<void> {
  await unguarded('identity.customers', 'reset_guarded', () =>
    world.program.db.asOwner(
      'update identity.customers set transaction_password_reset_at = null where customer_id = $1',
      [customer_id],
    ),
  )
}

/** Runs `write` without the guard, which lets nobody, not even the owner, end a wait sooner. */
async function unguarded(table: string, guard: string, write: () => Promise<unknown>): Promise<void> {
  const { asOwner } = world.program.db
  await asOwner(`alter table ${table} disable trigger ${guard}`)
  await write()
  await asOwner(`alter table ${table} enable always trigger ${guard}`)
}

/** A customer with money and no transaction password; the thief of their token sets one. */
async function stolen(): Promise<Buyer> {
  const { customer_id, token } = await world.market.customerWith('200.00')
  await world.program.advance(61 * MINUTE_MS)
  await world.program.call(setPassword, { password }, { token })
  return { customer_id, token }
}

describe('a stolen token cannot withdraw', () => {
  test.each(WAYS)('by $way [proof 92]', async ({ safe, take }) => {
    const who = await stolen()
    expect(await take(who)).toBe(safe)
  })

  test.each(WAYS)('control: without the wait it does, by $way', async ({ gone, take }) => {
    const who = await stolen()
    await trust(who)
    expect(await take(who)).toBe(gone)
  })

  test.each(WAYS)('whoever has just signed in does not wait, by $way', async ({ gone, take }) => {
    expect(await take(await world.buyer())).toBe(gone)
  })

  test('where a transaction password is set, it sets none and changes no beneficiary [proof 93]', async () => {
    const who = await world.buyer()
    const { token } = who
    await bind(who, ANOTHER)
    const other = 'a'.repeat(32)
    const set = await world.program.call(setPassword, { password: other }, { token })
    expect(set.data.reason).toBe('old_transaction_password_required')
    const account = { bank_name: 'Far Bank', beneficiary_name: 'Nobody Known', account_number: THIEF }
    const beneficiary = { kind: 'bank_account', ...account } as const
    const changed = await world.program.call(bankCardEdit, { beneficiary, password: other }, { token })
    expect(changed.data.reason).toBe('transaction_password_wrong')
  })
})
