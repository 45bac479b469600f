/** The months between two moments in the device's zone, latest first, such as `2026-11`. */
export function monthsSince(first: Date, last: Date): string[] {
  const from = first.getFullYear() * 12 + first.getMonth()
  const to = Math.max(from, last.getFullYear() * 12 + last.getMonth())
  return Array.from({ length: to - from + 1 }, (_, back) => {
    const month = to - back
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}
