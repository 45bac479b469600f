import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { NEWCOMER_ACTIVITY, userCouponReceive, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupReceive } from '@adtally/contract/money/startup.ts'
import { vipOpen } from '@adtally/contract/money/vip.ts'
import {
  bankCardDetail,
  bankCardEdit,
  checkPassword,
  setPassword,
  withdraw,
  withdrawList,
} from '@adtally/contract/money/wallet.ts'
import {
  assistanceEnd,
  assistanceFollow,
  assistanceList,
  draftConfirm,
  draftDismiss,
} from '@adtally/contract/plans/follow.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { productList } from '@adtally/contract/plans/products.ts'
import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import { CallRefused } from '../customer-client.ts'
import type { PastPlan } from './people.ts'
import type { Stage } from './stage.ts'

/** Sets the transaction password and the withdrawal account where they are missing. */
export async function settleIn(
  stage: Stage,
  { username, person, account_number }: { username: string; person: string; account_number: string },
): Promise<void> {
  const client = await stage.client(username)
  const password = stage.transactionPassword(username)
  const info = await client.call(userInfoCall, {})
  if (!info.transaction_password_set) await client.call(setPassword, { password })
  const { beneficiary: bound } = await client.call(bankCardDetail, {})
  if (bound !== null) return
  await client.call(bankCardEdit, { beneficiary: accountOf(person, account_number), password })
}

function accountOf(beneficiary_name: string, account_number: string) {
  return { kind: 'bank_account', bank_name: 'Harbour Bank', beneficiary_name, account_number } as const
}

/** Changes the account that withdrawals go to. */
export async function moveAccount(
  stage: Stage,
  { username, person, account_number }: { username: string; person: string; account_number: string },
): Promise<void> {
  const client = await stage.client(username)
  const password = stage.transactionPassword(username)
  const beneficiary = accountOf(person, account_number)
  await unlessRefused(client.call(bankCardEdit, { beneficiary, password }), 'beneficiary_unchanged')
}

/** Places a plan, paid with a coupon or startup funds if the plan says so. */
export async function placePlan(stage: Stage, name: string, plan: Omit<PastPlan, 'day'>): Promise<void> {
  const client = await stage.client(plan.username)
  const { items } = await client.call(productList, { search: plan.product })
  const product_id = items[0]?.product_id
  if (product_id === undefined) throw new Error(`there is no product ${plan.product}`)
  const { amount, duration_days, paid_with } = plan
  const order = { request_id: stage.requestId(name), product_id, amount, duration_days }
  if (paid_with === undefined) {
    await client.call(planPut, order)
  } else if (paid_with === 'startup_funds') {
    const { grant } = await client.call(startupReceive, { request_id: stage.requestId(`${name}, funds`) })
    await client.call(planPut, { ...order, startup_amount: grant?.amount })
  } else {
    const claim = { request_id: stage.requestId(`${name}, coupon`), activity_id: NEWCOMER_ACTIVITY }
    const { coupon_id } = await client.call(userCouponReceive, claim)
    const usable = await client.call(userCouponUsable, { product_id, amount })
    const offered = usable.items.find(({ coupon }) => coupon.coupon_id === coupon_id)
    // The coupon was used already: the act was cut off after placing the plan.
    if (offered === undefined) return
    const { worth, plan_amount } = offered
    await client.call(planPut, { ...order, amount: plan_amount, coupon: { coupon_id, worth } })
  }
}

/** A follower makes a plan of the leader's newest draft, or dismisses it. */
export async function answerDraft(
  stage: Stage,
  name: string,
  username: string,
  amount: string | null,
): Promise<void> {
  const client = await stage.client(username)
  const { drafts } = await client.call(assistanceList, {})
  const draft_id = drafts[0]?.draft_id
  if (draft_id === undefined) return
  if (amount === null) await client.call(draftDismiss, { draft_id })
  else await client.call(draftConfirm, { request_id: stage.requestId(name), draft_id, amount })
}

/** Follows the leader at the fee that is shown; ends an earlier relation with another fee first. */
export async function follow(stage: Stage, username: string, leader: string): Promise<void> {
  const client = await stage.client(username)
  const { relation } = await client.call(assistanceList, {})
  const { own } = await (await stage.client(leader)).call(assistanceList, {})
  const { operated_id, fee_percent } = own
  if (relation?.fee_percent === fee_percent) return
  if (relation !== null) await client.call(assistanceEnd, { relation_id: relation.relation_id })
  const request_id = stage.requestId(`${username} follows ${leader} at ${fee_percent} %`)
  await client.call(assistanceFollow, { request_id, operated_id, fee_percent })
}

/** Buys a month of VIP at the day's terms. */
export async function openVip(stage: Stage, name: string, username: string): Promise<void> {
  const client = await stage.client(username)
  const terms = { price: '20.00', vip_fee_percent: 15 }
  await client.call(vipOpen, { request_id: stage.requestId(name), ...terms })
}

/** Asks for a withdrawal, authorised by the transaction password. */
export async function askForWithdrawal(
  stage: Stage,
  name: string,
  username: string,
  amount: string,
): Promise<void> {
  const client = await stage.client(username)
  const { items } = await client.call(withdrawList, {})
  if (items.some(({ status }) => status === 'requested')) return
  const { beneficiary } = await client.call(bankCardDetail, {})
  const beneficiary_id = beneficiary?.beneficiary_id
  if (beneficiary_id === undefined) throw new Error(`${username} has no account to withdraw to`)
  const password = stage.transactionPassword(username)
  const shown = formatAmount(parseAmount(amount) ?? 0n)
  const { grant } = await client.call(checkPassword, { password, amount: shown, beneficiary_id })
  const request_id = stage.requestId(name)
  await client.call(withdraw, { request_id, amount: shown, beneficiary_id, grant: grant ?? '' })
}

/** Awaits a call; a refusal with `reason` means that it was done before. */
async function unlessRefused(call: Promise<unknown>, reason: string): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== reason) throw error
  }
}
