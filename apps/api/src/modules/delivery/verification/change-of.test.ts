import { afterAll, expect, test } from 'vitest'
import { plant } from '../../../testing/plant.ts'
import { testDatabase } from '../../../testing/servers/test-database.ts'

const db = await testDatabase()
afterAll(() => db.close())

/** What each kind of event changes, on a film's placement or none, as often as `times`: the figures that are not 0. */
async function changes(times: number, format: string | null): Promise<Map<string, Record<string, number>>> {
  const rows = await db.asOwner<{ kind: string; changed: Record<string, number> }>(
    `select kind::text, (
       select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(delivery.change_of(
         jsonb_populate_record(null::delivery.events, jsonb_build_object('kind', kind)), null, $2, $1, 0, 0, 0, 0, 0)))
       where value not in ('0', 'null')
     ) as changed
     from unnest(enum_range(null::delivery.event_kind)) as kind`,
    [times, format],
  )
  return new Map(rows.map(({ kind, changed }) => [kind, changed]))
}

const FIGURES: Record<string, Record<string, number>> = {
  impression: { impressions: 1 },
  viewable: { viewables: 1 },
  click: { clicks: 1 },
  video_25: { video_25: 1 },
  video_50: { video_50: 1 },
  video_75: { video_75: 1 },
  video_100: { video_100: 1 },
  video_skip: { film_skips: 1 },
  video_error: { film_errors: 1 },
}
const FILM: Record<string, Record<string, number>> = {
  ...FIGURES,
  impression: { impressions: 1, film_impressions: 1 },
}

test('an event that is put back changes what its verdict changed, each by the figures of its kind [proof 1109]', async () => {
  for (const [format, figures] of [
    [null, FIGURES],
    ['video', FILM],
  ] as const) {
    const [back, taken] = [await changes(1, format), await changes(-1, format)]
    for (const [kind, changed] of back) {
      expect(changed, kind).toEqual({ ...figures[kind], invalid_events: -1 })
      const reverse = Object.entries(changed).map(([name, count]) => [name, -count])
      expect(taken.get(kind), kind).toEqual(Object.fromEntries(reverse))
    }
  }
  expect([...(await changes(0, 'video')).values()].every((changed) => changed === null)).toBe(true)
})

test('negative control: a figure in another’s place is seen', async () => {
  const undoing = await plant(db.asOwner, [
    { routine: 'delivery.change_of', from: "(event).kind = 'viewable'", to: "(event).kind = 'click'" },
  ])
  expect((await changes(1, null)).get('click')).toEqual({ viewables: 1, clicks: 1, invalid_events: -1 })
  for (const undo of undoing) await db.asOwner(undo)
})
