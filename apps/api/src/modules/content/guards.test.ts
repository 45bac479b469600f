import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Office } from '../../demo/office.ts'
import { expectRefusedByGuard, expectRefusedByRoutine } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'

const flags = { category: 'system_announcement', reason: 'they should know' }

const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)

describe('whoever speaks SQL', () => {
  const ids: Record<string, string> = {}
  const asOffice = (statements: string) => saidByLogin(p.db.logins.office, statements, ids)
  const asWorker = (statements: string) => saidByLogin(p.db.logins.worker, statements, ids)
  const asApi = (statements: string) => saidByLogin(p.db.logins.api, statements, ids)
  const APPROVE = "select operators.approve('<token>', '<proposal>', '{}');"
  const COLUMNS = '(announcement_id, category, audience, texts, proposal_id, payment_stop, begins_at)'
  const row = (own: Record<string, string> = {}) =>
    `insert into content.announcements ${COLUMNS}
     values (${own.id ?? "'<announcement>'"}, ${own.category ?? "'system_announcement'"},
       ${own.audience ?? "'everybody'"}, ${own.texts ?? `'{"en": {"title": "SQL", "content": "About SQL."}}'`},
       ${own.proposal ?? "'<proposal>'"}, ${own.stop ?? 'null'}, ${own.begins ?? 'null'})`
  beforeAll(async () => {
    const { proposal_id, announcement_id } = await office.run('publish-announcement', {
      ...flags,
      title: 'SQL',
      content: 'About SQL.',
    })
    const begins_at = new Date(p.services.clock.now_ms() + 86_400_000).toISOString()
    const { announcement_id: waiting } = await office.decide('publish-announcement', {
      ...flags,
      title: 'Waits',
      content: 'x',
      begins_at,
    })
    const { announcement_id: shown } = await office.decide('publish-announcement', {
      ...flags,
      title: 'Shown',
      content: 'x',
    })
    Object.assign(ids, {
      proposal: proposal_id,
      announcement: announcement_id,
      waiting,
      shown,
    })
    ids.token = staff.checker.session_token
    await p.db.asOwner(
      `begin; set local adtally.scope = 'system';
       insert into wallet.payment_stops (stopped, bank_micros, owed_micros, shortfall_micros)
       values (true, 1, 2, 0); commit`,
    )
    const [stop] = await p.db.asOwner<{ sequence: bigint }>(
      'select sequence from wallet.payment_stops order by sequence desc limit 1',
    )
    ids.stop = String(stop?.sequence)
  })

  test.each<[string, Record<string, string>]>([
    ['other words', { texts: `'{"en": {"title": "SQL", "content": "Pay us."}}'` }],
    ['another language more', { texts: `'{"en": {"title": "SQL", "content": "About SQL."}, "de": {}}'` }],
    ['another audience', { audience: "'running_plan'" }],
    ['another begin', { begins: "platform.now() + interval '1 day'" }],
    ['another category', { category: "'activity'" }],
    ['another id', { id: 'uuidv7()' }],
    ['another proposal’s name', { proposal: 'uuidv7()' }],
  ])(
    'as the office announces, with an approval in hand, nothing else than was approved: %s [proof 294]',
    async (_name, own) => {
      expect(await asOffice(`${APPROVE} ${row(own)}`)).toMatch(/nobody approved/)
    },
  )

  test('control: as approved it is done, by no other login', async () => {
    expect(await asOffice(`${APPROVE} ${row()}`)).toBe('done')
    expect(await asApi(row())).toMatch(/permission denied/)
    expect(await asApi('update content.announcements set withdrawn_at = null')).toMatch(/permission denied/)
    expect(await asWorker(row())).toMatch(/nobody approved/)
  })

  test('as the worker announces a stop of payments, once each, and nothing else; the office not even that', async () => {
    const stopped = { id: 'uuidv7()', proposal: 'null', stop: '<stop>' }
    expect(await asWorker(row(stopped))).toBe('done')
    const guard = ['content.announcements', 'guarded'] as const
    const of_office = () => asOffice(row(stopped))
    await expectRefusedByGuard(p.db.asOwner, guard, of_office, /announces a stop of payments/)
    expect(await asWorker(row({ ...stopped, audience: "'running_plan'" }))).toMatch(/announces a stop/)
    expect(await asWorker(row({ ...stopped, stop: '<stop> + 1' }))).toMatch(/foreign key/)
    expect(await asWorker(`${row(stopped)}; ${row(stopped)}`)).toMatch(/payment_stop_key/)
    expect(await asWorker(row({ ...stopped, stop: 'null' }))).toMatch(/nobody approved/)
  })

  test('tells nobody before its begin, and withdraws for good; without the guard it would', async () => {
    const guard = ['content.announcements', 'guarded'] as const
    const tell = () =>
      asWorker(
        "update content.announcements set told_at = platform.now() where announcement_id = '<waiting>'",
      )
    await expectRefusedByGuard(p.db.asOwner, guard, tell, /between its begin and its end/)
    const set = (to: string) =>
      `update content.announcements set withdrawn_at = ${to} where announcement_id = '<shown>'`
    const again = () =>
      asOffice(`${set("platform.now(), withdraw_reason = 'x'")}; ${set('null, withdraw_reason = null')}`)
    await expectRefusedByGuard(p.db.asOwner, guard, again, /withdrawn for good/)
  })

  test('as the api sees nothing that has not begun; without the policy it would', async () => {
    const seen = async () => {
      const said = `do $$ begin if exists (select from content.announcements where announcement_id = '<waiting>') then
        raise exception 'it is seen'; end if; end $$`
      return await asApi(said)
    }
    expect(await seen()).toBe('done')
    await p.db.asOwner('alter policy begun on content.announcements using (true)')
    expect(await seen()).toMatch(/it is seen/)
    await p.db.asOwner(
      'alter policy begun on content.announcements using (shown_from <= (select platform.now()))',
    )
  })

  test('control: with a payload that nothing compares, other words would be told', async () => {
    const fault = { routine: 'operators.as_written', from: 'where made ?', to: 'where false and made ?' }
    const other = `'{"en": {"title": "SQL", "content": "Pay us."}}'`
    const say = () => asOffice(`${APPROVE} ${row({ texts: other })}`)
    await expectRefusedByRoutine(p.db.asOwner, [fault], say, /nobody approved/)
  })
})
