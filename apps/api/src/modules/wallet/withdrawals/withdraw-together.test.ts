import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { statementsOfBatches } from '../../../testing/worlds/batched-acts.ts'
import { giveGrant } from '../../identity/index.ts'
import { editBeneficiary } from '../beneficiaries/edit-beneficiary.ts'
import { bankDesk, PIN } from '../testing/bank-desk.ts'
import { withdraw } from './withdraw.ts'

const SYSTEM = { kind: 'system' } as const

const t = await testServices()
afterAll(() => t.close())
const desk = bankDesk(t)

/** A confirmed withdrawal that has yet to be requested. */
async function wish(customer_id: string, beneficiary_id: string) {
  const amount = 30_000_000n
  const use = { customer_id, beneficiary_id, amount_micros: amount }
  const { grant } = await t.services.database.transaction(SYSTEM, (tx) => giveGrant(tx, use))
  return { request_id: newId(), amount, beneficiary_id, grant }
}

/** Replaces the first beneficiary, so that requests in the next 24 hours are held. */
async function another(customer_id: string): Promise<string> {
  const { beneficiary_id } = await editBeneficiary(t.services, customer_id, {
    password: PIN,
    beneficiary: {
      kind: 'bank_account',
      bank_name: 'Another Bank',
      beneficiary_name: 'Some Body',
      account_number: 'DE89370400440532013000',
    },
  })
  return beneficiary_id
}

const statuses = async () =>
  (
    await t.services.database.transaction(SYSTEM, (tx) =>
      tx.selectFrom('wallet.withdrawals').select('status').distinct().execute(),
    )
  ).map(({ status }) => status)

test.each([
  ['to beneficiaries of long standing', async (_: string, first: string) => first, ['requested']],
  ['to new beneficiaries, which are held', another, ['held', 'requested']],
])(
  'twenty withdrawals together, %s, cost as many statements as one',
  async (_name, beneficiaryOf, expected) => {
    const { alone, together } = await statementsOfBatches(t.services, async () => {
      const { customer_id, beneficiary_id } = await desk.customer('50.00')
      const wished = await wish(customer_id, await beneficiaryOf(customer_id, beneficiary_id))
      return (acting) => withdraw(acting, customer_id, wished)
    })
    expect(together).toHaveLength(alone.length)
    expect((await statuses()).toSorted()).toEqual(expected)
  },
)
