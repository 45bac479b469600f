import { afterAll, describe, expect, test } from 'vitest'
import type { Printed } from '../../../demo/office.ts'
import { LETTER } from '../../../testing/office/letter.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { verbsOf } from '../../operators/index.ts'
import { bankDesk } from '../testing/bank-desk.ts'

const t = await testServices()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const office = await desk.office()
await office.decide('match-own-money', { line_id: await line('500.00') })

/** A line without any name known to the program, brought by maker and clerk. */
async function line(amount: string): Promise<string> {
  await desk.importLines([
    { amount, name: 'Some Body', account: 'DE89370400440532013000', remittance: 'lost' },
  ])
  const line_id = await office.lineOf(desk.newestReference())
  if (line_id === null) throw new Error('the line does not wait')
  return line_id
}

async function sentWithdrawal(): Promise<string> {
  const customer = await desk.customer('30.00')
  const { withdrawal_id } = await desk.ask(customer, 20_000_000n)
  const [asked] = (await office.list('list-withdrawals')).filter((one) => one.withdrawal_id === withdrawal_id)
  const number = String(asked?.number)
  // A new beneficiary's hold ends after a day.
  await t.advance(25 * 3_600_000)
  await office.decide('approve-withdrawal', { number })
  await desk.sent(number)
  return number
}

/** For each verb about a line: a subject's number, and a line that may be it. */
const SUBJECTS: Readonly<Record<string, () => Promise<{ number: string; line_id: string }>>> = {
  'confirm-withdrawal': async () => ({ number: await sentWithdrawal(), line_id: await line('-20.00') }),
  'confirm-deposit-return': async () => {
    await office.decide('return-deposit', { line_id: await line('5.00'), reason: 'Unknown payer' })
    const [ordered] = await office.list('list-deposit-returns')
    const number = String(ordered?.number)
    await office.decide('send-deposit-returns', { numbers: number })
    return { number, line_id: await line('-5.00') }
  },
  'confirm-payout': async () => {
    const account = { payee_kind: 'platform', account_number: 'DE89370400440532013000' }
    const reason = 'Documents seen'
    await office.decide('set-payee-account', { ...account, evidence_file: LETTER, reason })
    const { payouts } = await office.decide('pay-own-money', { amount: '3.00', reason })
    const [payout] = Object.values(Object(payouts))
    return { number: String(Object(payout).number), line_id: await line('-3.00') }
  },
}

describe('what one person says of a line of the bank alone', () => {
  test('is said by these verbs, and by no other', () => {
    const alone = verbsOf(t.modules).filter(
      ({ request, proposes }) => 'line_id' in request.shape && !proposes,
    )
    expect(alone.map(({ name }) => name).toSorted()).toEqual(Object.keys(SUBJECTS).toSorted())
  })

  test.each(Object.keys(SUBJECTS))(
    '%s is refused to either of the two who brought the line, and done by another [proof 535]',
    async (verb) => {
      const said: Printed = (await SUBJECTS[verb]?.()) ?? {}
      for (const bringer of [staff.maker, await staff.clerk()]) {
        expect(await reasonOf(office.run(verb, said, bringer))).toBe('statement_bringer')
      }
      expect(await reasonOf(office.run(verb, said, staff.checker))).toBe('ok')
      expect(await office.run('ledger-verify')).toMatchObject({ differences: [] })
    },
  )
})
