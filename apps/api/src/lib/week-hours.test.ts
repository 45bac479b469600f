import { expect, test } from 'vitest'
import { weekHour } from './week-hours.ts'

test('the hour of a week is that of the zone’s clocks, before and after they are changed [proof 953]', () => {
  const at = (zone: string, time: string) => weekHour(zone, Date.parse(time))
  expect(at('UTC', '2026-01-12T00:00:00Z')).toBe(0)
  expect(at('UTC', '2026-01-18T23:59:59.999Z')).toBe(167)
  expect(at('UTC', '1969-12-29T00:30:00Z')).toBe(0)
  expect(at('America/New_York', '2026-01-12T04:59:00Z')).toBe(167)
  expect(at('Asia/Kathmandu', '2026-01-12T03:14:59Z')).toBe(8)
  expect(at('Asia/Kathmandu', '2026-01-12T03:15:00Z')).toBe(9)
  // Clocks in Berlin jump from 2:00 to 3:00 on Sunday, 29 March, and show 2:00 twice on Sunday, 25 October.
  expect(at('Europe/Berlin', '2026-03-29T00:59:00Z')).toBe(144 + 1)
  expect(at('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(144 + 3)
  expect(at('Europe/Berlin', '2026-10-25T00:30:00Z')).toBe(144 + 2)
  expect(at('Europe/Berlin', '2026-10-25T01:30:00Z')).toBe(144 + 2)
})
