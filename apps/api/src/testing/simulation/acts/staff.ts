import type { Micros } from '@adtally/money/money.ts'
import { handOver } from '../../send-in-file.ts'
import type { Act, Scene } from '../scene.ts'

interface WithdrawalRow {
  number: string
  status: string
  payout_micros: Micros | null
}

/** Staff take one withdrawal as far as it goes; the bank's statement confirms it, or returns it later. */
const work: Act = {
  name: 'withdrawal worked off',
  weight: 8,
  async run(scene: Scene) {
    const { world, random } = scene
    const rows = await world.books.rows<WithdrawalRow>(
      `select number, status, payout_micros from wallet.withdrawals
       where status in ('requested', 'approved', 'sent') order by withdrawal_id limit 5`,
    )
    if (rows.length === 0) return 'none'
    const { number, status, payout_micros } = random.pick(rows)
    if (status === 'requested') await world.office.decide('approve-withdrawal', { number })
    if (status === 'approved') await workOffOrder(scene, number)
    if (status === 'sent') await tell(world, -(payout_micros ?? 0n), number)
    return status
  },
}

/** Makes an approved withdrawal's payment order and hands it to the bank, or now and then discards it. */
async function workOffOrder({ world, random }: Scene, number: string): Promise<void> {
  const [order] = await world.books.rows<{ payout_file_id: string }>(
    `select payout_file_id from wallet.payout_file_payments join wallet.withdrawals using (withdrawal_id)
     where number = '${number}' and discarded_at is null`,
  )
  if (!order) {
    // One of them, or all at once.
    await world.office.decide('propose-payout-file', random.chance(50) ? { numbers: number } : {})
  } else if (random.chance(15)) {
    await world.office.decide('discard-payout-file', {
      payout_file_id: order.payout_file_id,
      evidence: 'simulated',
    })
  } else await handOver(world.office, order.payout_file_id)
}

/** The bank returns what it had confirmed: the money is the customer's again, but not a deposit. */
const bounce: Act = {
  name: 'withdrawal brought back',
  weight: 1,
  async run({ world, random }: Scene) {
    const rows = await world.books.rows<WithdrawalRow>(
      `select number, payout_micros from wallet.withdrawals where status = 'confirmed'
       order by withdrawal_id desc limit 5`,
    )
    if (rows.length === 0) return 'none'
    const { number, payout_micros } = random.pick(rows)
    await tell(world, payout_micros ?? 0n, `RETURN ${number}`)
    return 'brought back'
  },
}

/** An advertiser tops up its escrow; debts are paid first. */
const topUp: Act = {
  name: 'escrow',
  weight: 3,
  async run({ world, random }: Scene) {
    const { advertiser_id, account_name } = random.pick(world.market.advertisers)
    const line = await tell(world, BigInt(random.between(100, 900)) * 1_000_000n, 'escrow', account_name)
    await world.office.decide('match-escrow', { line_id: line, advertiser_id })
    return 'topped up'
  },
}

/** Pays publishers what is free; the bank confirms it. */
const payPublishers: Act = {
  name: 'publishers paid',
  weight: 2,
  async run({ world }: Scene) {
    const sent = await world.books.rows<{ number: string; amount_micros: Micros }>(
      `select number, amount_micros from payouts.payouts where status = 'sent' limit 3`,
    )
    for (const { number, amount_micros } of sent) await tell(world, -amount_micros, number)
    if (sent.length > 0) {
      await world.office.run('match-payouts')
      return 'confirmed'
    }
    await world.office.decide('pay-publishers', {})
    return 'sent'
  },
}

/** Moves the platform's own money where it is needed, and collects fees. */
const platform: Act = {
  name: 'platform money',
  weight: 1,
  async run({ world, random }: Scene) {
    const move = random.pick(['promo-own', 'reserve-own', 'fee-own'])
    await world.office.decide('move-platform-money', { amount: random.amount(1, 20), move })
    return move
  },
}

async function tell(
  world: Scene['world'],
  amount_micros: Micros,
  remittance: string,
  name = 'Some Body',
): Promise<string> {
  const [reference = ''] = await world.bank.tell(world.office, world.now, [
    { amount_micros, name, remittance },
  ])
  return (await world.office.lineOf(reference)) ?? ''
}

export const STAFF_ACTS: readonly Act[] = [work, bounce, topUp, payPublishers, platform]
