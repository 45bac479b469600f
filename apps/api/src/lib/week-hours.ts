import { HOURS_A_DAY } from '@adtally/contract/week-hours.ts'
import { localDay, timeOfDay } from './time-zones.ts'

const DAYS_A_WEEK = 7
/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 3
const MINUTES_AN_HOUR = 60

/** The hour of the week on a known zone's clocks: 0 on Monday from 0:00, 167 on Sunday from 23:00. */
export function weekHour(zone: string, at_ms: number): number {
  const weekday = (((localDay(zone, at_ms) + FIRST_DAY) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK
  return weekday * HOURS_A_DAY + Math.floor(timeOfDay(zone, at_ms) / MINUTES_AN_HOUR)
}
