import { expect, test } from 'vitest'
import { DeviceShows } from './device-shows.ts'

const CAPS = { plan_hour: 2, plan_day: 3, product_day: 4, advertiser_day: 5 }
const HOUR_MS = 3_600_000
const noon_ms = Date.UTC(2026, 10, 21, 12)

const of = (plan_id: string, product_id = 'product', advertiser_id = 'advertiser') => ({
  plan_id,
  product_id,
  advertiser_id,
})

test('a device is counted by plan in an hour and a day, by product and by advertiser in a day [proof 888]', () => {
  const shows = new DeviceShows()
  const isOver = (subject: ReturnType<typeof of>, at_ms: number, device = 'device') =>
    shows.isOver(subject, device, at_ms, CAPS)
  for (let time = 0; time < 2; time += 1) shows.add(of('plan'), 'device', noon_ms)
  expect([isOver(of('plan'), noon_ms), isOver(of('plan'), noon_ms, 'another')]).toEqual([true, false])
  expect([isOver(of('plan'), noon_ms + HOUR_MS), isOver(of('other'), noon_ms)]).toEqual([false, false])
  shows.add(of('plan'), 'device', noon_ms + HOUR_MS)
  expect(isOver(of('plan'), noon_ms + 2 * HOUR_MS)).toBe(true)
  shows.add(of('other'), 'device', noon_ms)
  expect([isOver(of('third'), noon_ms), isOver(of('third', 'other product'), noon_ms)]).toEqual([true, false])
  shows.add(of('third', 'other product'), 'device', noon_ms)
  const another = of('fourth', 'third product')
  expect([isOver(another, noon_ms), isOver({ ...another, advertiser_id: 'second' }, noon_ms)]).toEqual([
    true,
    false,
  ])
  expect(isOver(of('plan'), noon_ms + 12 * HOUR_MS)).toBe(false)
})

test('what is told late counts for its own hour and day', () => {
  const shows = new DeviceShows()
  shows.add(of('plan'), 'device', noon_ms)
  shows.add(of('plan'), 'device', noon_ms - HOUR_MS, 1)
  expect(shows.isOver(of('plan'), 'device', noon_ms, CAPS)).toBe(false)
  shows.add(of('plan'), 'device', noon_ms - 24 * HOUR_MS)
  expect(shows.isOver(of('plan'), 'device', noon_ms, CAPS)).toBe(false)
  shows.add(of('plan'), 'device', noon_ms)
  expect(shows.isOver(of('plan'), 'device', noon_ms, CAPS)).toBe(true)
})
