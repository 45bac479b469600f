import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activityList, NEWCOMER_ACTIVITY, userCouponReceive } from '@adtally/contract/coupons.ts'
import type { Clock } from '../database/clock.ts'
import { newId } from '../database/identifiers.ts'
import { ACTIVITY, THANKS } from './coupon-texts.ts'
import type { CustomerClient } from './customer-client.ts'
import type { Office, Printed } from './office.ts'

const DAY_MS = 86_400_000

/**
 * An activity that is open, which a customer has claimed a coupon of beside the newcomer's, and a coupon that staff gave
 * them: by two members of staff and the calls that customers make. Others have theirs still to claim.
 */
export async function seedCoupons(
  office: Office,
  clock: Clock,
  customer: CustomerClient,
  username: string,
): Promise<void> {
  const { items } = await customer.call(activityList, {})
  if (items.every(({ activity_id }) => activity_id === NEWCOMER_ACTIVITY)) {
    await offer(office, ACTIVITY, {
      kind: 'fixed_amount',
      fixed_amount: '5.00',
      amount_min: '50.00',
      claim: 'activity',
      ends_at: new Date(clock.now().getTime() + 90 * DAY_MS).toISOString(),
      life_days: '30',
      issue_max: '500',
    })
    const offer_id = await offer(office, THANKS, {
      kind: 'custom',
      effect: 'addition',
      percent: '10',
      worth_max: '8.00',
      life_days: '45',
      issue_max: '1',
      customer: username,
    })
    await office.decide('coupon-issue', { offer_id, customer: username, reason: 'A late review' })
  }
  const open = (await customer.call(activityList, {})).items.filter(({ claim }) => claim === 'open')
  for (const { activity_id } of open) {
    await customer.call(userCouponReceive, { request_id: newId(), activity_id })
  }
}

/** Offers a coupon by two people, its texts from a file as staff would bring them; answers its id. */
async function offer(office: Office, texts: Printed, flags: Printed): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-coupon-'))
  const file = join(folder, 'texts.json')
  try {
    writeFileSync(file, JSON.stringify(texts))
    const made = await office.decide('coupon-offer-create', { ...flags, texts: file, reason: 'For the demo' })
    return String(made.offer_id)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
