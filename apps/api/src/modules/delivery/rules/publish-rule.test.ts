import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { expectRefusedByRoutine } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { newestLists } from './held-lists.ts'
import { RuleBook, requireReadableRules } from './rule-book.ts'
import { readRules } from './rules.repository.ts'
import { faultOf, rulesAt } from './traffic-rules.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const t = await testServices()
afterAll(() => t.close())
const { office } = await buildMarket(t.services, t.modules)
const REASON = 'a test of rules'

const now_ms = () => t.services.clock.now_ms()
const wholeMinute = (after_ms: number) => new Date(Math.ceil((now_ms() + after_ms) / MINUTE_MS) * MINUTE_MS)
const versionsOf = async (rule: string) =>
  (await t.system(readRules)).filter((stored) => stored.rule === rule)
const propose = (flags: Record<string, unknown>) =>
  office.run('traffic-rule-propose', { rule: 'device_velocity', reason: REASON, ...flags })

describe('a version', () => {
  test('comes with the program for every rule, by the lists that it has', async () => {
    const versions = await t.system(readRules)
    expect(versions.map(faultOf)).toEqual(versions.map(() => null))
    expect(versions.find(({ rule }) => rule === 'known_crawler')?.lists).toEqual(newestLists('known_crawler'))
    expect(Object.keys(rulesAt(versions, t.services.clock.now()))).toHaveLength(versions.length)
  })

  test('is proposed by one, published by another, and in force after the notice [proof 916]', async () => {
    const proposed = await propose({ set: ['clicks_per_minute=8'] })
    expect(await versionsOf('device_velocity')).toHaveLength(1)
    const own = office.run('approve', { proposal_id: proposed.proposal_id })
    expect(await reasonOf(own)).toBe('four_eyes')
    await office.check('approve', { proposal_id: proposed.proposal_id })
    const [, second] = await versionsOf('device_velocity')
    expect(second).toMatchObject({
      version: 2,
      parameters: { impressions_per_minute: 60, clicks_per_minute: 8 },
    })
    const notice_ms = Number(second?.in_force_from) - now_ms()
    expect(notice_ms).toBeGreaterThan(7 * DAY_MS - MINUTE_MS)
    expect(notice_ms).toBeLessThan(7 * DAY_MS + 2 * MINUTE_MS)
    const versions = await t.system(readRules)
    const clicks = (after_ms: number) =>
      rulesAt(versions, new Date(now_ms() + after_ms)).device_velocity.parameters.clicks_per_minute
    expect([clicks(0), clicks(7 * DAY_MS - MINUTE_MS), clicks(7 * DAY_MS + 2 * MINUTE_MS)]).toEqual([
      10, 10, 8,
    ])
    const shown = await office.run('traffic-rules-show')
    expect(shown.rules).toContainEqual(
      expect.objectContaining({ rule: 'device_velocity', version: 2, state: 'announced', fault: null }),
    )
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['parameters that the program can’t read', { set: ['clicks_per_minute=0'] }, 'field_invalid'],
    [
      'a year that keeps all later versions out',
      { set: ['clicks_per_minute=7'], in_force_from: '9999-12-31T23:59:00Z' },
      'field_invalid',
    ],
    ['a parameter that the rule has not', { set: ['clicks_per_hour=8'] }, 'field_unknown'],
    ['a name that every object has', { set: ['__proto__=8'] }, 'field_unknown'],
    ['nothing new', { rule: 'address_velocity' }, 'state_conflict'],
    [
      'a time in the past',
      { set: ['clicks_per_minute=7'], in_force_from: '2026-01-01T00:00:00Z' },
      'field_invalid',
    ],
    [
      'too soon',
      { set: ['clicks_per_minute=7'], in_force_from: wholeMinute(DAY_MS).toISOString() },
      'field_invalid',
    ],
    [
      'a time within a minute',
      {
        set: ['clicks_per_minute=7'],
        in_force_from: new Date(wholeMinute(9 * DAY_MS).getTime() + 1_000).toISOString(),
      },
      'field_invalid',
    ],
  ])('with %s is not proposed', async (_name, flags, reason) => {
    expect(await reasonOf(propose(flags))).toBe(reason)
  })
})

const COLUMNS = 'rule, version, description, parameters, lists, in_force_from, proposal_id'
/** Inserts a version; by nobody's approval where no proposal is named. */
const inserted = (proposal_id: string | null, members: { from?: string; clicks?: number } = {}) =>
  `insert into delivery.rules (${COLUMNS})
   select rule, version + 1, description, jsonb_set(parameters, '{clicks_per_minute}', '${members.clicks ?? 6}'), lists,
     ${members.from ?? 'null'}, ${proposal_id === null ? 'null' : `'${proposal_id}'`}
   from delivery.rules where rule = 'device_velocity' order by version desc limit 1`

describe('the database by itself', () => {
  test('lets no login but staff’s publish, and none change what is published [proof 917]', async () => {
    const { logins } = t.db
    for (const login of [logins.api, logins.delivery, logins.worker]) {
      expect(await saidByLogin(login, inserted(newId()))).toMatch(/permission denied/)
    }
    for (const login of [logins.api, logins.delivery, logins.worker, logins.office]) {
      for (const change of [
        "update delivery.rules set in_force_from = '2026-01-01'",
        'delete from delivery.rules',
        'truncate delivery.rules',
      ])
        expect(await saidByLogin(login, change)).toMatch(/permission denied/)
    }
    await expect(t.db.asOwner("update delivery.rules set in_force_from = '2026-01-01'")).rejects.toThrow()
  })

  test('takes none that two people did not agree on, whoever says it [proof 918]', async () => {
    const proposed = await propose({ set: ['clicks_per_minute=6'] })
    const open = String(proposed.proposal_id)
    const said = (statement: string) => saidByLogin(t.db.logins.office, statement)
    expect(await said(inserted(null))).toMatch(/nobody approved version 3 of rule device_velocity/)
    expect(await said(inserted(open))).toMatch(/nobody approved/)
    await expect(t.db.asOwner(inserted(open))).rejects.toThrow(/nobody approved/)
    // As a fault in the program might: the approval alone, without what it stands for.
    await t.db.asOwner(
      `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at)
       select proposal_id, 'approved', (select staff_id from operators.staff where staff_id <> maker_id limit 1), now()
       from operators.proposals where proposal_id = $1`,
      [open],
    )
    expect(await said(inserted(open, { clicks: 5 }))).toMatch(/nobody approved/)
    await expectRefusedByRoutine(
      t.db.asOwner,
      [{ routine: 'delivery.check_rule', from: 'if new.in_force_from < earliest then', to: 'if false then' }],
      () => said(inserted(open, { from: "date_trunc('minute', platform.now() - interval '1 day')" })),
      /gives too short a notice/,
    )
    expect(await said(inserted(open))).toBe('done')
  })
})

describe('a program that has another list', () => {
  const LATER = { published_at: new Date(0), in_force_from: new Date(0), description: 'x', version: 2 }

  test('says so and starts not, nor judges by it [proof 919]', async () => {
    await t.db.asOwner('alter table delivery.rules disable trigger rules_are_final')
    await t.db.asOwner(
      `insert into delivery.rules (rule, version, description, parameters, lists, in_force_from, published_at)
       values ('of_tomorrow', 1, 'new', '{}', '{}', date_trunc('minute', platform.now()) + interval '1 day', platform.now())`,
    )
    await expect(requireReadableRules(t.services)).rejects.toThrow('does not know rule of_tomorrow')
    await t.db.asOwner("delete from delivery.rules where rule = 'of_tomorrow'")
    await requireReadableRules(t.services)
    const book = new RuleBook(t.services)
    await book.read()
    const readable = book.at(now_ms())
    expect(readable.known_crawler.version).toBe(1)
    await t.db.asOwner(
      `update delivery.rules set lists = jsonb_set(lists, '{isbot,sha256}', to_jsonb(repeat('0', 64)))
       where rule = 'known_crawler'`,
    )
    try {
      await book.read()
      expect(() => book.at(now_ms())).toThrow(/needs list isbot of isbot@5.2.3.*this program has another/)
      await expect(requireReadableRules(t.services)).rejects.toThrow(/needs list isbot/)
      await expect(new RuleBook(t.services).follow()).rejects.toThrow(/needs list isbot/)
    } finally {
      await t.db.asOwner(
        "update delivery.rules set lists = jsonb_set(lists, '{isbot,sha256}', $1::jsonb) where rule = 'known_crawler'",
        [JSON.stringify(newestLists('known_crawler').isbot?.sha256)],
      )
      await t.db.asOwner('alter table delivery.rules enable always trigger rules_are_final')
    }
    await book.read()
    expect(book.at(now_ms()).known_crawler.version).toBe(1)
  })

  test('control: its own it has', () => {
    const lists = newestLists('known_crawler')
    const version = { rule: 'known_crawler', parameters: {}, ...LATER }
    expect(faultOf({ ...version, lists })).toBeNull()
    expect(faultOf({ ...version, lists: { other: lists.isbot } })).toMatch(/needs list other/)
  })
})
