import type { CouponTab } from '@adtally/contract/money/coupons.ts'
import { isId } from '../../database/identifiers.ts'
import { is, readCursor, writeCursor } from '../../lib/cursor.ts'
import type { TabPosition } from './coupons.repository.ts'

/** The opaque text of a position in a tab. */
export function writeTabCursor(tab: CouponTab, { at, coupon_id }: TabPosition): string {
  return writeCursor(tab, at.getTime(), coupon_id)
}

/** The position in a cursor. Throws `cursor_invalid`, also for another tab's cursor. */
export function parseTabCursor(text: string, tab: CouponTab): TabPosition {
  const [, at_ms, coupon_id] = readCursor(text, is(tab), isTimeMs, isId)
  return { at: new Date(Number(at_ms)), coupon_id }
}

/** Whether `text` fits a JavaScript date. */
function isTimeMs(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}
