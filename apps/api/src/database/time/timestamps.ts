const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/

/** Whether `text` is a valid time in PostgreSQL's UTC format, such as `2026-11-30 09:15:00.123456+00`. */
export function isTimestamp(text: string): boolean {
  const [, day = '', time = ''] = TIMESTAMP.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  // JavaScript reads 30 February as 2 March, and accepts a year 0.
  return (
    !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`) && !day.startsWith('0000')
  )
}
