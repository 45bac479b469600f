import {
  activityList,
  COUPON_TABS,
  userCouponList,
  userCouponReceive,
} from '@adtally/contract/money/coupons.ts'
import { newId } from '../../database/identifiers.ts'
import type { Clock } from '../../database/time/clock.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { CustomerClient } from '../customer-client.ts'
import type { Office, Printed } from '../office.ts'
import { ACTIVITY, THANKS } from './coupon-texts.ts'

/**
 * Seeds, through two members of staff and customers' calls, an open activity of which a customer has claimed a coupon
 * (beside the newcomer's), and a coupon from staff. Other customers can still claim theirs.
 */
export async function seedCoupons(
  office: Office,
  clock: Clock,
  customer: CustomerClient,
  username: string,
): Promise<void> {
  const known = await offersNamed(office, ACTIVITY.en.name)
  // One that staff closed still counts; one that has ended is replaced.
  if (known.every(({ ends_at }) => new Date(String(ends_at)) <= clock.now())) {
    await offer(office, ACTIVITY, 'The demo’s activity', {
      kind: 'fixed_amount',
      fixed_amount: '5.00',
      amount_min: '50.00',
      claim: 'activity',
      ends_at: new Date(clock.now().getTime() + 90 * DAY_MS).toISOString(),
      life_days: '30',
      issue_max: '500',
    })
  }
  await thank(office, customer, username)
  const open = (await customer.call(activityList, {})).items.filter(({ claim }) => claim === 'open')
  for (const { activity_id } of open) {
    await customer.call(userCouponReceive, { request_id: newId(), activity_id })
  }
}

/** Staff give the customer a personal coupon, once. */
async function thank(office: Office, customer: CustomerClient, username: string): Promise<void> {
  for (const state of COUPON_TABS) {
    const { items } = await customer.call(userCouponList, { state, limit: '100' })
    if (items.some(({ kind, origin }) => kind === 'custom' && origin === 'staff')) return
  }
  const [known] = await offersNamed(office, THANKS.en.name)
  const offer_id =
    known?.offer_id ??
    (await offer(office, THANKS, 'The demo’s thanks', {
      kind: 'custom',
      effect: 'addition',
      percent: '10',
      worth_max: '8.00',
      life_days: '45',
      issue_max: '1',
      customer: username,
    }))
  const coupon = { offer_id, customer: username, reason: 'A late review' }
  await office.decideOnce('coupon-issue', coupon, { action: 'coupon.issue', offer_id })
}

/** Offers with this English name, closed and ended ones too, newest first. */
async function offersNamed(office: Office, name: string): Promise<Printed[]> {
  const offers = await office.list('coupon-offer-list')
  return offers.filter(({ texts }) => Object(texts).en?.name === name)
}

/** Two people offer a coupon, with its texts in a file as staff would have them; returns its id. */
async function offer(office: Office, texts: Printed, reason: string, flags: Printed): Promise<unknown> {
  const known_by = { action: 'coupon_offer.create', reason }
  const texts_file = fileOf('texts.json', JSON.stringify(texts))
  const offered = { ...flags, texts_file, reason }
  const { offer_id } = await office.decideOnce('coupon-offer-create', offered, known_by)
  return offer_id
}
