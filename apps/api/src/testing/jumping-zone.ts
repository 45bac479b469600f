const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const OFFSET_HOURS = 119

/**
 * A statement for a zone whose clock jumps by ten days within the next two: onward, so that ten days of its calendar
 * are a few hours, or back, so that one day lasts eleven. Any login may set it.
 */
export function inJumpingZone(now_ms: number, jump: 'onward' | 'back'): string {
  const [sign, offset] = jump === 'onward' ? ['+', '-'] : ['-', '+']
  const local = new Date(now_ms + Number(`${offset}${OFFSET_HOURS}`) * HOUR_MS)
  const day = Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear())) / DAY_MS) + 1
  const zone = `AAA${sign}${OFFSET_HOURS}BBB${offset}${OFFSET_HOURS},${day % 365},${(day + 182) % 365}`
  return `set local timezone = '${zone}';`
}
