import type { CouponTab } from '@adtally/contract/coupons.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
import type { TabPosition } from './coupons.repository.ts'

/** The opaque text of a position in a tab. */
export function writeTabCursor(tab: CouponTab, { at, coupon_id }: TabPosition): string {
  return Buffer.from(`${tab}|${at.getTime()}|${coupon_id}`).toString('base64url')
}

/** The position that `text` stands for. Throws `cursor_invalid`, for another tab's too. */
export function parseTabCursor(text: string, tab: CouponTab): TabPosition {
  const [of = '', at_ms = '', coupon_id = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|')
  if (of !== tab || !/^\d{1,15}$/.test(at_ms) || !isId(coupon_id) || rest.length > 0) {
    throw new Refusal('cursor_invalid', { field: 'cursor' })
  }
  return { at: new Date(Number(at_ms)), coupon_id }
}
