/** When visitors come on a day that is shown by its hours, and which part of the day's visits comes then. */
export interface VisitingHour {
  /** By which the record knows its visits. */
  name: string
  /** From the day's midnight, UTC. */
  at_ms: number
  /** The day's visits so far, and with this hour's, in thousandths. */
  from_permille: number
  until_permille: number
}

const MINUTE_MS = 60_000

/** Few at night, most in the evening; in thousandths of the day's visits. */
const COURSE = [
  ['00:40', 60],
  ['03:50', 40],
  ['06:50', 100],
  ['09:20', 130],
  ['11:50', 160],
  ['14:40', 140],
  ['17:30', 150],
  ['20:10', 220],
] as const

/** A day's hours of visits, in their order: together all of the day's visits, each once. */
export const VISITING_HOURS: readonly VisitingHour[] = COURSE.map(([at, permille], index) => {
  const from_permille = COURSE.slice(0, index).reduce((sum, [, earlier]) => sum + earlier, 0)
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const name = `visits at ${at}`
  return {
    name,
    at_ms: (hours * 60 + minutes) * MINUTE_MS,
    from_permille,
    until_permille: from_permille + permille,
  }
})

/** Which of a page's visits of a day come in an hour, by their numbers. */
export function visitsWithin(visits: number, hour: VisitingHour): number[] {
  return Array.from({ length: visits }, (_, number) => number).filter((number) => {
    const at_permille = ((number + 0.5) * 1000) / visits
    return at_permille >= hour.from_permille && at_permille < hour.until_permille
  })
}
