import { randomBytes } from 'node:crypto'
import { guestSend } from '@adtally/contract/service/guest.ts'
import { newId } from '../../database/identifiers.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { TestProgram } from '../servers/test-program.ts'
import type { Market } from '../worlds/build-market.ts'
import { type BusyCustomer, PICTURE } from '../worlds/busy-customer.ts'
import { LETTER } from './letter.ts'

/** Ids of what waits. */
export interface QueuedIds {
  creative_id: string
  payout_file_id: string
  proposal_id: string
}

/** Makes one of each thing that waits for staff. */
export async function fillQueues(
  program: TestProgram,
  market: Market,
  customer: BusyCustomer,
): Promise<QueuedIds> {
  const { office, product_id, payLine } = market
  const reason = 'so that there is one'
  const line = (amount: string) => payLine({ amount, name: 'Nobody Known', remittance: 'for whom?' })
  await office.decide('return-deposit', { line_id: await line('77.00'), reason })
  await office.decide('match-own-money', { line_id: await line('60.00') })
  await office.decide('move-platform-money', { amount: '1.00', move: 'own-promo' })
  const account = { payee_kind: 'platform', account_number: 'GB82WEST12345698765432' }
  await office.decide('set-payee-account', { ...account, evidence_file: LETTER, reason })
  await office.decide('pay-own-money', { amount: '10.00', reason })
  const offer = {
    kind: 'fixed_amount',
    fixed_amount: '5.00',
    amount_min: '20.00',
    life_days: '10',
    issue_max: '5',
    name: 'Five',
  }
  await office.decide('coupon-offer-create', { ...offer, reason })
  const file = fileOf('picture.png', PICTURE)
  const draft = await office.run('create-creative', {
    product_id,
    kind: 'native',
    headline: 'Play',
    body: 'Now',
    file,
  })
  const creative_id = String(draft.creative_id)
  const guest = { guest_key: randomBytes(32).toString('base64url'), request_id: newId(), text: 'Hello' }
  await program.call(guestSend, guest)
  const [waiting] = await office.list('list-withdrawals')
  const number = String(waiting?.number)
  await office.decide('approve-withdrawal', { number })
  const { payout_file_id } = await office.decide('propose-payout-file', { numbers: number })
  const { proposal_id } = await office.run('match-own-money', { line_id: await line('78.00') })
  if (customer.customer_id !== waiting?.customer_id) throw new Error('somebody else withdraws')
  await office.run('claim', { work: 'proposal', subject_id: proposal_id })
  await leaveDeadNotice(market)
  return { creative_id, payout_file_id: String(payout_file_id), proposal_id: String(proposal_id) }
}

/** Makes a notice that is given up, as its advertiser wants no more of them. */
async function leaveDeadNotice({ office, advertiser_id }: Market): Promise<void> {
  const asked = { advertiser_id, reason: 'so that there is one' }
  await office.run('set-notice-url', { ...asked, url: 'https://1.1.1.1/notices' })
  await office.run('test-notice', asked)
  await office.run('remove-notice-url', asked)
}
