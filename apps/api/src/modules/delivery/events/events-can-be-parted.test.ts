import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/servers/test-database.ts'

const db = await testDatabase()
afterAll(() => db.close())

/** Whether events could lie in parts by the day of their decision: PostgreSQL wants that in every key of them. */
const PARTED = `create table delivery.parted (like delivery.events including all) partition by range (decision_id)`

test('events are keyed so that they can be parted by the day of their decision [proof 1430]', async () => {
  await db.asOwner(PARTED)
  await db.asOwner(`
    create table delivery.parted_day partition of delivery.parted
      for values from ('019ad000-0000-7000-8000-000000000000') to ('019ad527-0000-7000-8000-000000000000')`)
  await db.asOwner('drop table delivery.parted')
  const naming = await db.asOwner(`
    select conrelid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = confrelid and attnum = any (confkey) order by attname) as key
    from pg_constraint where contype = 'f' and confrelid = 'delivery.events'::regclass order by name`)
  expect(naming).toEqual(
    ['conversions', 'restorations', 'stuck_events', 'verdicts'].map((table) => ({
      name: `delivery.${table}`,
      key: ['decision_id', 'event_id'],
    })),
  )
})

test('control: a key without the decision is found', async () => {
  await db.asOwner('create unique index planted on delivery.events (event_id)')
  await expect(db.asOwner(PARTED)).rejects.toThrow('must include all partitioning columns')
})
