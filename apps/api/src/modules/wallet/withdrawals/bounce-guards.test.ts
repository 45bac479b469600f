import { afterAll, describe, expect, test } from 'vitest'
import { plant } from '../../../testing/plant.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { postAlone } from '../../../testing/worlds/post-alone.ts'
import { SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { assignLine } from '../bank-statements/statements.repository.ts'
import { moveWithdrawal } from '../repository.ts'
import { bankDesk } from '../testing/bank-desk.ts'
import { bounceWithdrawalVerb } from './bounce-withdrawal.ts'
import { approveWithdrawalVerb } from './decide-withdrawal.ts'
import { readWithdrawal } from './withdrawals.ts'

const t = await testServices()
afterAll(() => t.close())
const desk = bankDesk(t)
const thief = await desk.customer('30.00')
const { customer_id } = thief

/** A withdrawal of the thief's that the bank has paid. */
async function confirmed(amount: string): Promise<{ withdrawal_id: string; number: string }> {
  const { withdrawal_id } = await desk.ask(thief, BigInt(amount) * 1_000_000n)
  const { number } = (await readWithdrawal(t.services, customer_id, withdrawal_id)).row
  await desk.agreed(approveWithdrawalVerb, { number })
  await desk.sent(number)
  await desk.importLines([{ amount: `-${amount}.00`, name: 'Z', account: 'X', remittance: number }])
  return { withdrawal_id, number }
}

/** A stranger's payment, which waits in suspense. */
async function lineOf(amount: string, remittance: string): Promise<string> {
  await desk.importLines([{ amount, name: 'Some Body', account: 'DE89370400440532013000', remittance }])
  const { line_id } = await t.system((tx) =>
    tx
      .selectFrom('wallet.bank_lines')
      .select('line_id')
      .where('bank_reference', '=', desk.newestReference())
      .executeTakeFirstOrThrow(),
  )
  return line_id
}

/** Books a line as a withdrawal's return without anybody's approval: `ok`, or the database's error code. */
function taken(withdrawal_id: string, line_id: string, amount_micros: bigint): Promise<string> {
  const bounced = {
    posting: 'withdrawal_bounced',
    debit: SUSPENSE,
    credit: { code: 'customer_available', owner_id: customer_id },
    amount_micros,
    cause: { kind: 'bank_line', id: line_id },
  } as const
  return postAlone(t.services, [bounced], async (tx) => {
    const ended_at = t.services.clock.now()
    await assignLine(tx, line_id, 'withdrawal', withdrawal_id, ended_at)
    const end = { status: 'bounced', ended_at, ended_reason: 'bank_return', return_line_id: line_id } as const
    await moveWithdrawal(tx, withdrawal_id, end)
  })
}

describe('a stranger’s payment is no withdrawal that came back', () => {
  test.each([
    ['names no withdrawal', '5.00', () => 'lost'],
    ['names another', '5.00', () => 'RETURN W999999'],
    ['names several', '5.00', (number: string) => `RETURN ${number} W999999`],
    ['names it within a word', '5.00', (number: string) => `X${number}`],
    ['is of less than was paid', '4.00', (number: string) => `RETURN ${number}`],
  ])('where the line %s, but by two people [proof 782]', async (_name, amount, says) => {
    const { withdrawal_id, number } = await confirmed('5')
    const line_id = await lineOf(amount, says(number))
    const micros = BigInt(Number(amount) * 1_000_000)
    expect(await taken(withdrawal_id, line_id, micros)).toBe('42501')
    await desk.agreed(bounceWithdrawalVerb, { number, line_id })
    expect((await readWithdrawal(t.services, customer_id, withdrawal_id)).row.status).toBe('bounced')
  })

  test('control: without the guard it would be', async () => {
    const { withdrawal_id } = await confirmed('5')
    const line_id = await lineOf('5.00', 'lost')
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'wallet.may_move',
        from: 'amount_micros = moved.payout_micros and array',
        to: 'true or array',
      },
    ])
    expect(await taken(withdrawal_id, line_id, 5_000_000n)).toBe('ok')
    for (const undo of undoing) await t.db.asOwner(undo)
  })
})
