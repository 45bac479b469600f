import { announcementList } from '@adtally/contract/content.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../../database/connection.ts'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { processDatabases } from '../../../database/setup/process-databases.ts'
import { Office, type Printed } from '../../../demo/office.ts'
import { createServices } from '../../../server/create-services.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { PlanLife } from '../../../testing/worlds/plan-life.ts'
import { fileOf } from '../../given-file.ts'
import { approvedActs } from '../../module.ts'
import { roughly } from './announcement-facts.ts'

const HOUR_MS = 3_600_000

const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)
const english = await buildCustomer(p.services, { language: 'en' })
const thai = await buildCustomer(p.services, { language: 'th' })

const later = (by_ms: number) => new Date(p.services.clock.now_ms() + by_ms).toISOString()

function flagsOf(title: string, more: Printed = {}): Printed {
  const category = 'system_announcement'
  return { category, title, content: `About ${title}.`, reason: 'they should know', ...more }
}

function textsFile(texts: Partial<Record<Language, { title: string; content: string }>>) {
  return fileOf('announcement.json', JSON.stringify(texts))
}

const speaking = (language: string) => ({ headers: { 'accept-language': language } })

async function told({ token }: { token: string }, language = 'en') {
  return (await p.call(notifications, { limit: 100 }, { token, ...speaking(language) })).data.items
}
const toldTitles = async (who: { token: string }) => (await told(who)).map(({ title }) => title)
async function listed({ token }: { token: string }) {
  const { items } = (await p.call(announcementList, { limit: '100' }, { token, ...speaking('en') })).data
  return items.map(({ title }) => title)
}
/** Whether a customer was notified of it, and whether it is listed for them. */
async function sees(who: { token: string }, title: string) {
  await p.drain()
  return [(await toldTitles(who)).includes(title), (await listed(who)).includes(title)]
}
const stateOf = async (announcement_id: unknown) =>
  (await office.list('list-announcements')).find((row) => row.announcement_id === announcement_id)
const approved = (proposal_id: unknown) => office.check('approve', { proposal_id })

describe('an announcement', () => {
  test('is for nobody before a second person who may has approved it, and then once [proof 289]', async () => {
    const { proposal_id, announcement_id } = await office.run('publish-announcement', flagsOf('Harbour'))
    expect(await sees(english, 'Harbour')).toEqual([false, false])
    expect(await stateOf(announcement_id)).toMatchObject({
      ...{ state: 'proposed', proposed_by: 'maker', approved_by: null },
    })
    await expect(office.run('approve', { proposal_id })).rejects.toMatchObject({ reason: 'four_eyes' })
    const outsider = await joinStaff(p.services, staff, { username: 'olga', roles: ['support', 'risk'] })
    await expect(office.run('approve', { proposal_id }, outsider)).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
    await expect(office.run('publish-announcement', flagsOf('Other'), outsider)).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
    expect(await sees(english, 'Harbour')).toEqual([false, false])
    await approved(proposal_id)
    expect(await sees(english, 'Harbour')).toEqual([true, true])
    await p.drain()
    expect((await toldTitles(english)).filter((title) => title === 'Harbour')).toHaveLength(1)
    expect(await stateOf(announcement_id)).toMatchObject({
      ...{ state: 'shown', proposed_by: 'maker', approved_by: 'checker', title: 'Harbour' },
      languages: ['en'],
      languages_missing: expect.arrayContaining(['de', 'zh-Hant']),
    })
  })

  test('is approved once, of two processes at once [proof 290]', async () => {
    const { proposal_id } = await office.run('publish-announcement', flagsOf('Once'))
    const { clock, settings, log } = p.services
    const database = new PostgresDatabase(p.db.program)
    const databases = processDatabases(p.db.logins)
    const other = await createServices({ database, databases, clock, settings, log, checks_replies: true })
    const acts = approvedActs(p.modules)
    const [admin] = staff.admins
    // The lock lets both begin before either goes on.
    const holder = await connect(p.db.owner)
    await holder.query('begin')
    await holder.query('select from operators.proposals where proposal_id = $1 for update', [proposal_id])
    const approvals = Promise.allSettled([
      approveAsProposed(p.services, acts, { proposal_id: String(proposal_id), staff: staff.checker }),
      approveAsProposed(other, acts, { proposal_id: String(proposal_id), staff: admin }),
    ])
    const waiting = `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => p.db.asProgram(waiting)).toEqual([{ count: 2n }])
    await holder.query('commit')
    await holder.end()
    const results = await approvals
    await other.ledger.close()
    await Promise.all([database.close(), databases.close()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ reason: 'proposal_decided' })
    await p.drain()
    expect((await toldTitles(english)).filter((title) => title === 'Once')).toHaveLength(1)
  })

  test('begins and ends as it says, by the clock; till then it is nobody’s to see [proof 291]', async () => {
    const times = { begins_at: later(HOUR_MS), ends_at: later(3 * HOUR_MS) }
    const { announcement_id } = await office.decide('publish-announcement', flagsOf('Later', times))
    const state = async () => (await stateOf(announcement_id))?.state
    expect([await state(), ...(await sees(english, 'Later'))]).toEqual(['waiting', false, false])
    await p.advance(HOUR_MS - 60_000)
    expect([await state(), ...(await sees(english, 'Later'))]).toEqual(['waiting', false, false])
    await p.advance(61_000)
    expect([await state(), ...(await sees(english, 'Later'))]).toEqual(['shown', true, true])
    await p.advance(2 * HOUR_MS)
    expect([await state(), ...(await sees(english, 'Later'))]).toEqual(['ended', true, false])
  })

  test('is not told any more once it has ended', async () => {
    const times = { begins_at: later(HOUR_MS), ends_at: later(HOUR_MS + 60_000) }
    await office.decide('publish-announcement', flagsOf('Missed', times))
    await p.advance(2 * HOUR_MS)
    expect(await sees(english, 'Missed')).toEqual([false, false])
  })

  test('is told and listed to its audience, as that is when it begins and when somebody looks [proof 292]', async () => {
    const running = await PlanLife.begin(p)
    const plan_id = await running.place(20_000_000n)
    const runner = { token: await running.token() }
    const file = textsFile({
      en: { title: 'Songkran', content: 'x' },
      th: { title: 'T', content: 'x' },
    })
    const for_thai = { ...flagsOf('Songkran'), title: undefined, content: undefined, texts_file: file }
    await office.decide('publish-announcement', { ...for_thai, audience: 'language', language: 'th' })
    expect(await sees(thai, 'Songkran')).toEqual([true, true])
    expect(await sees(english, 'Songkran')).toEqual([false, false])
    const begins_at = later(HOUR_MS)
    const to_runners = flagsOf('Runners', { audience: 'running_plan' })
    await office.decide('publish-announcement', to_runners)
    await office.decide('publish-announcement', flagsOf('Later runners', { ...to_runners, begins_at }))
    expect(await sees(runner, 'Runners')).toEqual([true, true])
    expect(await sees(english, 'Runners')).toEqual([false, false])
    await p.db.asOwner(
      `update plans.plans set status = 'putFailed', status_trigger = 'cancelled', status_at = platform.now()
       where plan_id = $1`,
      [plan_id],
    )
    expect(await sees(runner, 'Runners')).toEqual([true, false])
    await p.advance(HOUR_MS + 1_000)
    expect(await sees({ token: await running.token() }, 'Later runners')).toEqual([false, false])
  })

  test('is read in one’s language, else in English, said so', async () => {
    const texts = textsFile({
      en: { title: 'Maintenance on Sunday', content: 'From 02:00 to 03:00 UTC.' },
      de: { title: 'Wartung am Sonntag', content: 'Von 02:00 bis 03:00 UTC.' },
    })
    const category = 'system_maintenance'
    await office.decide('publish-announcement', { category, texts_file: texts, reason: 'so' })
    await p.drain()
    const newest = async (language: string) => (await told(english, language))[0]
    const shown = { title: 'Maintenance on Sunday', category, read: false, subject_kind: 'announcement' }
    expect(await newest('en')).toMatchObject(shown)
    expect(await newest('en')).not.toHaveProperty('language')
    expect(await newest('de')).toMatchObject({ title: 'Wartung am Sonntag' })
    expect(await newest('fr')).toMatchObject({ title: 'Maintenance on Sunday', language: 'en' })
  })

  test('has English texts, and a begin and an end that are ahead, also when it is approved', async () => {
    const refused = async (more: Printed) =>
      expect(office.run('publish-announcement', flagsOf('Wrong', more))).rejects
    await (await refused({ content: undefined })).toMatchObject({ reason: 'field_required' })
    const over = '2001-01-01T00:00:00Z'
    await (await refused({ ends_at: over })).toMatchObject({ details: { field: 'ends_at' } })
    await (await refused({ begins_at: over })).toMatchObject({ details: { field: 'begins_at' } })
    const before = { begins_at: later(2 * HOUR_MS), ends_at: later(HOUR_MS) }
    await (await refused(before)).toMatchObject({ details: { field: 'ends_at' } })
    await (await refused({ audience: 'language' })).toMatchObject({ details: { field: 'language' } })
    await (await refused({ language: 'th' })).toMatchObject({ details: { field: 'language' } })
    const soon = flagsOf('Too late', { begins_at: later(60_000) })
    const { proposal_id } = await office.run('publish-announcement', soon)
    await p.advance(61_000)
    await expect(approved(proposal_id)).rejects.toMatchObject({ details: { field: 'begins_at' } })
  })

  test('lists page by page, the last begun first, whichever was proposed first', async () => {
    const category = 'activity'
    const begins_at = later(HOUR_MS)
    await office.decide('publish-announcement', flagsOf('Old, begins later', { category, begins_at }))
    await office.decide('publish-announcement', flagsOf('New, begins at once', { category }))
    await p.advance(HOUR_MS + 1_000)
    const titles: string[] = []
    for (let cursor: string | undefined, page = 0; page < 5; page += 1) {
      const asked = { category, limit: '1', ...(cursor && { cursor }) } as const
      const { data } = await p.call(announcementList, asked, { token: english.token })
      titles.push(...data.items.map(({ title }) => title))
      if (data.next_cursor === null) break
      cursor = data.next_cursor
    }
    expect(titles).toEqual(['Old, begins later', 'New, begins at once'])
    expect((await p.call(announcementList, {})).data.reason).toBe('not_signed_in')
  })
})

describe('who approves an announcement', () => {
  test('sees all of it: whom, how many, when, the words, the languages that are missing and what stands in [proof 293]', async () => {
    const file = textsFile({
      en: { title: 'Closed', content: 'We are closed.' },
      'zh-Hans': { title: '关闭', content: '我们关闭。' },
    })
    const ends_at = later(9 * HOUR_MS)
    const flags = {
      category: 'activity',
      texts_file: file,
      audience: 'language',
      language: 'th',
      ends_at,
      reason: 'so',
    }
    const { proposal_id } = await office.run('publish-announcement', flags)
    const seen = await office.check('show-proposal', { proposal_id })
    expect(seen.says).toBe(
      `Announce “Closed” (activity) to customers whose language is Thai, 1 now; begins: when it is approved, ends: ${ends_at}; in 2 of 12 languages`,
    )
    expect(seen.now).toMatchObject({
      after: {
        ...{ category: 'activity', audience: 'customers whose language is Thai', customers_now: '1' },
        ...{ begins: 'when it is approved', ends: ends_at, title: 'Closed', content: 'We are closed.' },
        who_is_told: expect.stringContaining('when it begins'),
        languages: 'Simplified Chinese, English',
        languages_missing: expect.stringMatching(
          /French: reads English;.*Thai: reads English; Traditional Chinese: reads Simplified Chinese;/,
        ),
      },
    })
    expect(seen.payload).toMatchObject({ texts: { 'zh-Hans': { title: '关闭' } } })
    const another = await buildCustomer(p.services, { language: 'th' })
    await expect(approved(proposal_id)).rejects.toMatchObject({ reason: 'proposal_changed' })
    const { now } = await office.check('show-proposal', { proposal_id })
    await office.check('approve', { proposal_id, facts_hash: Object(now).facts_hash })
    expect(await sees(another, 'Closed')).toEqual([true, true])
  })

  test.each([
    [0, '0'],
    [99, '99'],
    [100, 'at least 100'],
    [1_987, 'at least 1900'],
    [120_999, 'at least 120000'],
  ])('is asked again when %d customers become as many more as decide something', (count, said) => {
    expect(roughly(count)).toBe(said)
  })
})

describe('a withdrawal', () => {
  const withdraw = (announcement_id: unknown, by = staff.maker) =>
    office.run('withdraw-announcement', { announcement_id, reason: 'It was wrong' }, by)

  test('is one person’s, at once and for good; whoever was told reads that it was withdrawn', async () => {
    const { announcement_id } = await office.decide('publish-announcement', flagsOf('Wrong words'))
    expect(await sees(english, 'Wrong words')).toEqual([true, true])
    await withdraw(announcement_id)
    expect(await sees(english, 'Wrong words')).toEqual([false, false])
    expect((await told(english, 'de'))[0]).toMatchObject({ title: 'Mitteilung zurückgenommen' })
    expect(await stateOf(announcement_id)).toMatchObject({
      ...{ state: 'withdrawn', withdraw_reason: 'It was wrong' },
    })
    await expect(withdraw(announcement_id)).rejects.toMatchObject({ reason: 'record_not_found' })
    const [entry] = await p.db.asOwner<{ reason: string }>(
      `select reason from audit.entries where action = 'announcement.withdrawn' and subject_id = $1`,
      [announcement_id],
    )
    expect(entry?.reason).toBe('It was wrong')
  })

  test('of one that waits for its begin: nobody is ever told', async () => {
    const flags = flagsOf('Never', { begins_at: later(HOUR_MS) })
    const { announcement_id } = await office.decide('publish-announcement', flags)
    await withdraw(announcement_id)
    await p.advance(2 * HOUR_MS)
    expect(await sees(english, 'Never')).toEqual([false, false])
  })
})
