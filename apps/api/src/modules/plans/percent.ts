/** A number of tenths as text with one decimal: `-125` is `-12.5`. */
export function tenths(value: bigint): string {
  const absolute = value < 0n ? -value : value
  return `${value < 0n ? '-' : ''}${absolute / 10n}.${absolute % 10n}`
}

/** `part` of `whole` in percent with one decimal, rounded half up; null if `whole` is 0. For values ≥ 0. */
export function percentOf(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : tenths((part * 2_000n + whole) / (whole * 2n))
}
