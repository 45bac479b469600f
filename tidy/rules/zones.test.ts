import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { timesGoByNoSessionsZone } from './zones.ts'

const PATH = 'apps/api/src/database/routines/plans/a.sql'
const faults = (text: string, path = PATH) => timesGoByNoSessionsZone(plantTree({ [path]: text })).length

test.each([
  "select placed_at + interval '10 days'",
  "select placed_at + interval '30 days 1 minute'",
  "select placed_at - 2 * interval '1 month'",
  "select placed_at + interval 'P1D'",
  'select placed_at + wait::interval',
  'select placed_at + cast(wait as interval)',
  'select placed_at + make_interval(days => 10)',
  'select placed_at + make_interval(hours => 1, days => 10)',
  'select placed_at + make_interval(0, 1)',
  'select placed_at + justify_hours(wait)',
  "select date_trunc('day', placed_at)",
  "select date_trunc('month', month)",
  "select to_char(placed_at, 'YYYY')",
  'select extract(day from placed_at)',
  "select date_part('day', placed_at)",
  'select age(placed_at)',
  'select current_date',
  'select placed_at < localtimestamp',
  'select placed_at::date',
  '-- at time zone\nselect (placed_at)::date',
  'select month::timestamp',
  'select cast(placed_at as date)',
  "select timestamptz '2026-01-01'",
  'select send_by + (ended_at - began_at)',
])('goes by the session’s zone: %s', (text) => {
  expect(faults(text)).toBe(1)
  expect(faults(text, 'apps/api/migrations/130-plans/up.sql')).toBe(1)
})

test.each([
  "select placed_at + interval '240 hours'",
  "select placed_at + interval '720 hours 1 minute' - interval '1 millisecond' * 3",
  "select (placed_at at time zone 'UTC' + interval '1 year') at time zone 'UTC'",
  "select ((placed_at at time zone zone) + interval '1 month') at time zone zone",
  'select placed_at + make_interval(hours => 24 * days)',
  "select date_trunc('day', placed_at at time zone 'UTC'), date_trunc('hour', placed_at, 'UTC')",
  "select date_trunc('milliseconds', placed_at), date_trunc('month', month + time '00:00')",
  "select to_char(placed_at at time zone 'UTC', 'YYYY')",
  'select extract(epoch from ended_at - began_at)',
  'select age(made.xmin)',
  "select (placed_at at time zone 'UTC')::date, date_trunc('day', placed_at at time zone 'UTC')::date",
  "select placed_at::timestamptz, timestamptz 'epoch', timestamptz '2026-01-01T00:00:00Z'",
  "-- interval '10 days', current_date",
  "create function a() returns date language sql\nset timezone to 'UTC' as $$ select current_date $$",
])('does not: %s', (text) => {
  expect(faults(text)).toBe(0)
})

test('what the program writes itself is not meant: its sessions are in UTC', () => {
  expect(faults("select placed_at + interval '10 days'", 'apps/api/src/modules/plans/a.sql')).toBe(0)
})
