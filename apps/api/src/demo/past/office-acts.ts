import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  acceptorDetail,
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderList,
} from '@adtally/contract/money/exchange.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { CustomerClient } from '../customer-client.ts'
import { type Office, unlessDone } from '../office.ts'
import { drawPoster } from '../seed/artwork/posters.ts'
import { depositPayment, joinCustomer } from '../seed/seed-customers.ts'
import { acceptorWithBond, setRate } from '../seed/seed-exchange.ts'
import { settleIn } from './customer-acts.ts'
import type { PastCustomer } from './people.ts'
import type { Stage } from './stage.ts'

/** Approves and orders the waiting withdrawals; the program sends them to the bank, whose statement confirms them. */
export async function sendWithdrawals(stage: Stage): Promise<void> {
  const { office } = stage
  for (const { number, status } of await office.list('list-withdrawals')) {
    if (status === 'requested')
      await office.decideOnce('approve-withdrawal', { number }, { action: 'withdrawal.approve', number })
  }
  const open = (await office.list('list-withdrawals')).filter(({ status }) => status === 'approved')
  if (open.length > 0) {
    await office.decideOnce('propose-payout-file', {}, { action: 'payout.send' })
  }
}

/** A customer reports that somebody else may be in their account; two people hold a part of it for a while. */
export async function holdForTheft({ office }: Stage, username: string, amount: string): Promise<void> {
  const hold = { customer: username, amount, reason: 'account_theft', report: 'message of that morning' }
  const evidence = 'A sign-in from a place the customer has never been to'
  const placed = office.decideOnce('place-hold', { ...hold, evidence }, { action: 'hold.place' })
  await unlessDone(placed, 'hold_facts_repeated')
}

/** Two people set the leader's share of followers' profit. */
export async function setLeaderFee(stage: Stage, username: string, percent: number): Promise<void> {
  const { own } = await (await stage.client(username)).call(assistanceList, {})
  if (own.fee_percent === percent) return
  const fee = { customer: username, fee_percent: String(percent), reason: 'A record of its own' }
  await stage.office.decideOnce('set-leader-fee', fee, { action: 'leader_fee.set' })
}

/** A person registers with an authorization code, sets up the account and pays in. */
export async function join(stage: Stage, person: PastCustomer): Promise<void> {
  await joinCustomer(stage.office, stage.target, stage.apps, person)
  await settleIn(stage, person)
  const client = await stage.client(person.username)
  const { total_deposited } = await client.call(userInfoCall, {})
  if (total_deposited === '0.00') await stage.target.receive([await depositPayment(client, person)])
}

/** A customer enters an acceptance code, confirms the order, gets paid by the acceptor and completes it. */
export async function exchange(stage: Stage, username: string): Promise<void> {
  const { office } = stage
  const client = await stage.client(username)
  const proof = { password: stage.transactionPassword(username) }
  const order_id = await orderOf(stage, client)
  const by = (step: string) => ({ request_id: stage.requestId(`exchange of ${username}, ${step}`), order_id })
  await client.call(acceptorOrderConfirm, { ...by('confirmed'), ...proof })
  const { items } = await client.call(acceptorOrderList, {})
  if (items.some((order) => order.order_id === order_id && order.status === 'escrowed')) {
    await markPaid(office, order_id, 'Transfer of today')
  }
  await client.call(acceptorOrderComplete, { ...by('completed'), ...proof })
}

/** The acceptor reports an exchange order as paid; the customer reads `note`. */
export async function markPaid(office: Office, order_id: unknown, note: string): Promise<void> {
  const file = fileOf('receipt.png', await drawPoster(RECEIPT, 600, 500))
  await office.run('mark-exchange-paid', { order_id, file, note })
}

const RECEIPT = {
  motif: 'bars',
  palette: ['#f8fafc', '#e2e8f0', '#334155', '#0f172a'],
  title: 'RECEIPT',
  line: 'EUR 36.48 TRANSFERRED',
  action: 'LIGHTHOUSE EXCHANGE',
} as const

/** The order whose code the customer has entered; if none, issues a code and enters it. */
async function orderOf(stage: Stage, client: CustomerClient): Promise<string> {
  const { office, services } = stage
  const { items } = await client.call(acceptorOrderList, {})
  const known = items.find(({ status }) => status !== 'withdrawn' && status !== 'expired')
  if (known) return known.order_id
  const acceptor_id = await acceptorWithBond(office)
  await setRate(office, services.clock)
  const offer = { acceptor_id, amount: '40.00', currency: 'EUR', rate: '0.912000' }
  const { code } = await office.run('issue-acceptance-code', offer)
  return (await client.call(acceptorDetail, { code: String(code) })).order.order_id
}
