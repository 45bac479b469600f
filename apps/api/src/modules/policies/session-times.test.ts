import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FIGURES } from './figures.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../../../../../docs/security.md', import.meta.url)), 'utf8')
const UNIT_MS: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000 }

/** Parses texts such as `7 days` to milliseconds. */
function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d+) (hour|day)s?$/.exec(text) ?? []
  return Number(count) * (UNIT_MS[unit] ?? Number.NaN)
}

test('customers’ sessions last as long as the paper says, and may be set as it says', () => {
  const { session_idle_ms: idle, session_max_ms: most } = FIGURES
  const [, ...lasting] = /^\| customers’ \| ([^|]+) \| ([^|]+) \|/m.exec(PAGE) ?? []
  expect(lasting.map(durationOf)).toEqual([idle.default, most.default])
  const [, ...bounds] =
    /between (\d+ \w+) and (\d+ \w+) unused and between (\d+ \w+) and (\d+ \w+) in all/.exec(PAGE) ?? []
  expect(bounds.map(durationOf)).toEqual([idle.minimum, idle.maximum, most.minimum, most.maximum])
})
