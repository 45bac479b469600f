import type { Act, Scene } from '../scene.ts'

interface WithdrawalRow {
  number: string
  status: string
  payout_micros: bigint
}

/** Staff work off one withdrawal as far as it goes; the bank's statement confirms it. */
const work: Act = {
  name: 'withdrawal worked off',
  weight: 6,
  async run({ world, random }: Scene) {
    const rows = await world.books.rows<WithdrawalRow>(
      `select number, status, amount_micros - rail_fee_micros as payout_micros from wallet.withdrawals
       where status in ('requested', 'approved', 'sent') order by withdrawal_id limit 5`,
    )
    if (rows.length === 0) return 'none'
    const { number, status, payout_micros } = random.pick(rows)
    if (status === 'requested') await world.office.decide('approve-withdrawal', { number })
    if (status === 'approved') await world.office.run('send-withdrawal', { number })
    if (status === 'sent') {
      await world.bank.tell(world.office, world.now, [
        { amount_micros: -payout_micros, name: 'Some Body', remittance: number },
      ])
    }
    return status
  },
}

export const STAFF_ACTS: readonly Act[] = [work]
