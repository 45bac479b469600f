import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { plant } from '../../testing/plant.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket, makePlacement } from '../../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { type Answer, newPartner, runPartnerAct } from '../../testing/worlds/partner-world.ts'
import { type Partner, scopeOf } from '../partner-verb.ts'
import { verifyStatistics } from './index.ts'
import { passOver } from './testing/busy-device.ts'
import { type House, makeHouse, overdo as overdoWith, PARTY_TABLES } from './testing/houses.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { office } = market
const staff = await buildStaff(t.services)
const judge = await joinStaff(t.services, staff, { username: 'judge', roles: ['support'] })
const umpire = await joinStaff(t.services, staff, { username: 'umpire', roles: ['finance_checker'] })

let one: House
let two: House

const act = (partner: Partner, name: string, flags: Record<string, unknown> = {}) =>
  runPartnerAct(t, partner, name, flags)

const overdo = (houses: readonly House[]) => overdoWith(t, market, houses)

beforeAll(async () => {
  const other = await office.decide('create-publisher', {
    ...{ name: 'Courier', legal_name: 'Courier Ltd', account_name: 'Courier Ltd', domain: 'courier.example' },
    ...{ evidence_hash: 'c'.repeat(64), reason: 'documents seen' },
  })
  const publisher_id = String(other.publisher_id)
  one = await makeHouse(t, market, market.publisher_id, market.placement_id)
  const { placement_id } = await makePlacement(office, publisher_id, {})
  two = await makeHouse(t, market, publisher_id, placement_id)
  const stricter = { rule: 'device_velocity', set: ['impressions_per_minute=5', 'clicks_per_minute=5'] }
  const published = await office.decide('traffic-rule-propose', { ...stricter, reason: 'a farm' })
  await t.advance(Date.parse(String(published.in_force_from)) - t.services.clock.now_ms() + 1_000)
  await overdo([one, two])
})

const sumOf = async (text: string, values: unknown[]) => {
  const [row] = await t.db.asOwner<{ sum: bigint }>(text, values)
  return row?.sum ?? 0n
}
const earnedOf = ({ items }: Answer): string[] => items.map((item: { earned: string }) => item.earned)
/** What the books have credited to a publisher, less what they took back. */
const credited = (publisher_id: string) =>
  sumOf(
    `select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint as sum
     from ledger.accounts where owner_id = $1 and code in ('publisher_unsettled', 'publisher_available')`,
    [publisher_id],
  )

describe('a publisher’s statistics', () => {
  test('are by hour and day what the events were and the books credited, before and after a verdict [proof 1375]', async () => {
    const { owner, placement_id } = one
    for (const step of ['hour', 'day']) {
      const { items } = await act(owner, 'list-statistics', { step })
      expect(items).toMatchObject([
        {
          ...{ placement_id, impressions: 6, viewables: 6, clicks: 6, conversions: 2, invalid_events: 0 },
          earned: '0.0096',
        },
      ])
    }
    expect(await credited(owner.party_id)).toBe(9_600n)
    await passOver(t)
    const { items } = await act(owner, 'list-statistics', { step: 'hour' })
    expect(items).toMatchObject([
      { impressions: 0, viewables: 0, clicks: 0, conversions: 0, invalid_events: 20, earned: '0.00' },
    ])
    expect(await credited(owner.party_id)).toBe(0n)
    expect(await t.system(verifyStatistics)).toEqual([])
  })

  test('go by pages, by placement and by days; control: a figure that no event has is found', async () => {
    await overdo([one])
    await t.advance(3_600_000)
    await overdo([one])
    const { owner, placement_id } = one
    const whole = await act(owner, 'list-statistics', { step: 'hour' })
    const first = await act(owner, 'list-statistics', { step: 'hour', limit: '1' })
    const rest = await act(owner, 'list-statistics', { step: 'hour', cursor: first.next_cursor })
    expect([...first.items, ...rest.items]).toEqual(whole.items)
    expect(earnedOf(whole).slice(0, 2)).toEqual(['0.0096', '0.0096'])
    const today = t.services.clock.now().toISOString().slice(0, 10)
    const days = await act(owner, 'list-statistics', { placement_id, from: today, until: today })
    expect(days.items).toMatchObject([{ begins_at: new Date(`${today}T00:00:00Z`) }])
    expect((await act(owner, 'list-statistics', { placement_id: two.placement_id })).items).toEqual([])
    const reversed = act(owner, 'list-statistics', { from: '2026-11-30', until: '2026-11-29' })
    expect(await reasonOf(reversed)).toBe('range_reversed')
    for (const table of ['placement_hours', 'placement_days']) {
      const add = (by: number) =>
        t.db.asOwner(`update statistics.${table} set earned_micros = earned_micros + ${by}`)
      await add(1)
      expect(await t.system(verifyStatistics)).toContainEqual(expect.objectContaining({ rollup: table }))
      await add(-1)
    }
    expect(await t.system(verifyStatistics)).toEqual([])
  })
})

describe('what was found invalid', () => {
  test('is told with its rule and events, appealed against once, decided by two of the office, and put back [proof 1376]', async () => {
    const { owner } = one
    await passOver(t)
    const before = await act(owner, 'list-verdicts')
    const [verdict] = before.items.filter(({ rule }: { rule: string }) => rule === 'device_velocity')
    expect(verdict).toMatchObject({ rule_version: 2, events: 12, taken_back: '0.0096', appeal: null })
    expect(verdict.description).toMatch(/^More impressions or clicks/)
    const { verdict_id, rule } = verdict
    const page = await act(owner, 'list-verdict-events', { verdict_id, rule, limit: '5' })
    const rest = await act(owner, 'list-verdict-events', { verdict_id, rule, cursor: page.next_cursor })
    expect([...page.items, ...rest.items]).toHaveLength(12)

    const filed = { verdict_id, rule, grounds: 'They were at our fair.' }
    expect(await reasonOf(act(two.owner, 'file-appeal', filed))).toBe('verdict_not_appealable')
    const unmoved = { ...filed, verdict_id: newId() }
    expect(await reasonOf(act(owner, 'file-appeal', unmoved))).toBe('verdict_not_appealable')
    const { appeal_id } = await act(owner, 'file-appeal', filed)
    expect(await reasonOf(act(owner, 'file-appeal', filed))).toBe('verdict_appealed')
    const stateNow = async () => {
      const { items } = await act(owner, 'list-verdicts')
      return items.find((item: Answer) => item.verdict_id === verdict_id && item.rule === rule).appeal
    }
    expect(await stateNow()).toMatchObject({ state: 'open', grounds: filed.grounds, answer: null })
    const filed_so = { appeal_id, partner_person_id: owner.person_id }
    expect(await office.list('traffic-appeals-list')).toMatchObject([filed_so])
    const decided = { appeal_id, decision: 'granted', answer: 'So it was.', reason: 'looked at the log' }
    const { proposal_id } = await office.run('traffic-appeal-decide', decided, judge)
    const { says } = await office.run('show-proposal', { proposal_id })
    expect(says).toContain('the publisher Gazette')
    await office.run('approve', { proposal_id }, umpire)
    await t.drain()
    expect(await stateNow()).toMatchObject({ state: 'restored', answer: 'So it was.' })
    const { items } = await act(owner, 'list-verdict-events', { verdict_id, rule })
    expect(items.every(({ restored }: { restored: boolean }) => restored)).toBe(true)
    const earned = await sumOf(
      'select sum(earned_micros)::bigint as sum from statistics.placement_days where publisher_id = $1',
      [owner.party_id],
    )
    expect(await credited(owner.party_id)).toBe(earned)
    expect(await t.system(verifyStatistics)).toEqual([])
  })

  test('is too late to appeal against once the policy’s time is over; control: the database refuses it by itself', async () => {
    const { owner } = two
    const { items } = await act(owner, 'list-verdicts')
    const [verdict] = items.filter(({ rule }: { rule: string }) => rule === 'device_velocity')
    await t.advance(verdict.appeal_until.getTime() - t.services.clock.now_ms() + 1_000)
    const filed = { verdict_id: verdict.verdict_id, rule: verdict.rule, grounds: 'A fair.' }
    expect(await reasonOf(act(owner, 'file-appeal', filed))).toBe('verdict_appeal_late')
    const said = await saidByLogin(
      t.db.logins.api,
      `select delivery.file_appeal('${owner.session_token}', gen_random_uuid(), '${verdict.verdict_id}', '${verdict.rule}', 'x')`,
    )
    expect(said).toContain('may be appealed')
  })
})

describe('what stands on a publisher’s pages', () => {
  test('is closed by them at once, blocked by them at once, and opened by the office alone [proof 1377]', async () => {
    const { owner, placement_id } = one
    const { items } = await act(owner, 'list-placements')
    expect(items.map((item: Answer) => item.placement_id)).toEqual([one.app_placement_id, placement_id])
    expect(await act(owner, 'show-tag', { placement_id })).toMatchObject({
      page: expect.stringContaining(`data-adtally="${market.placement_key}"`),
      ...{ player: null, app: null, auction: null },
    })
    const app = await act(owner, 'show-tag', { placement_id: one.app_placement_id })
    expect(app.app).toContain('"slots":[{"placement":"')
    const strange = act(owner, 'close-placement', { placement_id: two.placement_id })
    expect(await reasonOf(strange)).toBe('record_not_found')
    expect(await act(owner, 'close-placement', { placement_id })).toEqual({ placement_id, open: false })
    expect(await reasonOf(act(owner, 'close-placement', { placement_id }))).toBe('state_conflict')
    await office.run('placement-open', { placement_id, reason: 'They asked for it' })

    expect(await act(owner, 'show-blocks')).toEqual({
      ...{ categories: [], advertiser_domains: [], blocked_at: null },
    })
    await act(owner, 'set-blocks', { categories: 'gambling', advertiser_domains: 'casino.example' })
    expect(await act(owner, 'show-blocks')).toMatchObject({
      ...{ categories: ['gambling'], advertiser_domains: ['casino.example'] },
    })
    const everybodys = act(owner, 'set-blocks', { advertiser_domains: 'com' })
    expect(await reasonOf(everybodys)).toBe('field_invalid')
    const listed = await office.run('list-marketplace')
    expect(listed.placements).toContainEqual(
      expect.objectContaining({ placement_id, open: true, blocked_domains: ['casino.example'] }),
    )
    const acts = await t.db.asOwner(
      "select action, actor_role from audit.entries where actor_kind = 'partner' and actor_id = $1 order by sequence",
      [owner.person_id],
    )
    expect(acts.slice(-2)).toEqual([
      { action: 'placement.closed', actor_role: 'owner' },
      { action: 'publisher.blocked', actor_role: 'owner' },
    ])
  })

  test('an app’s key is shown once, in place of the former, for an app of their own', async () => {
    const { owner } = one
    expect(await act(owner, 'list-app-keys')).toEqual({
      apps: [{ bundle_id: 'example.app', issued_at: null }],
    })
    const [first, second] = [
      await act(owner, 'issue-app-key', { bundle_id: 'example.app' }),
      await act(owner, 'issue-app-key', { bundle_id: 'example.app' }),
    ]
    expect(first.app_key).not.toBe(second.app_key)
    const foreign = act(owner, 'issue-app-key', { bundle_id: 'another.app' })
    expect(await reasonOf(foreign)).toBe('record_not_found')
    const kept = await t.db.asOwner(
      'select replaced_at is null as in_force, issued_by_person from marketplace.app_keys where publisher_id = $1 order by created_at',
      [owner.party_id],
    )
    const issued_by_person = owner.person_id
    expect(kept).toEqual([
      { in_force: false, issued_by_person },
      { in_force: true, issued_by_person },
    ])
    await office.run('issue-app-key', {
      ...{ publisher_id: owner.party_id, bundle_id: 'example.app', reason: 'a leak' },
    })
  })
})

describe('of another publisher', () => {
  beforeAll(async () => {
    for (const { owner } of [one, two]) {
      const { party_id } = owner
      await act(owner, 'set-blocks', { categories: 'gambling' })
      await act(owner, 'issue-app-key', { bundle_id: 'example.app' })
      await act(owner, 'change-account', { account_number: 'GB33BUKB20201555555555' })
      await t.db.asOwner(
        `insert into marketplace.seller_checks (publisher_id, file, due_at) values ($1, 'ads.txt', now())
         on conflict do nothing`,
        [party_id],
      )
      await t.db.asOwner(
        `insert into payouts.accounts (account_id, payee_kind, payee_id, account_name, sealed, account_masked, evidence_hash, proposal_id, created_at)
         values ($1, 'publisher', $1, 'Somebody', '\\x00', '•••• 3000', sha256('x'), gen_random_uuid(), now())`,
        [party_id],
      )
      await t.db.asOwner(
        `insert into payouts.payouts (payout_id, proposal_id, source, payee_id, account_id, amount_micros, sent_at)
         values (gen_random_uuid(), gen_random_uuid(), 'publisher_available', $1, $1, 1000000, now())`,
        [party_id],
      )
    }
    await overdo([one, two])
    await passOver(t)
    const { items } = await act(two.owner, 'list-verdicts')
    const [verdict] = items.filter(
      ({ rule, appeal }: Answer) => rule === 'device_velocity' && appeal === null,
    )
    const { verdict_id, rule } = verdict
    await act(two.owner, 'file-appeal', { verdict_id, rule, grounds: 'A fair.' })
  })

  /** Whose rows a party’s transactions see of a table, as the login of partners’ acts. */
  async function seen(table: string, column: string, { owner }: House): Promise<string[]> {
    const { api } = t.services.databases
    return await api.transaction(scopeOf(owner), async (tx) => {
      const { rows } = await sql<{ party: string }>`
        select distinct ${sql.ref(column)}::text as party from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
        tx,
      )
      return rows.map(({ party }) => party)
    })
  }

  test('nothing is found in any table; control: without its policies each shows the other’s [proof 1378]', async () => {
    for (const [table, column] of Object.entries(PARTY_TABLES)) {
      expect(await seen(table, column, one), table).toEqual([one.owner.party_id])
      expect(await seen(table, column, two), table).toEqual([two.owner.party_id])
      await t.db.asOwner(`alter table ${table} disable row level security`)
      expect(await seen(table, column, one), table).toContain(two.owner.party_id)
      await t.db.asOwner(`alter table ${table} enable row level security`)
    }
  })

  test('nothing is found in any act, by whatever id of the other’s [proof 1379]', async () => {
    const acts = t.modules.flatMap(({ partner_verbs = [] }) => partner_verbs)
    const own = acts.filter(({ sides }) => sides.includes('publisher'))
    const { items: verdicts } = await act(two.owner, 'list-verdicts')
    const { change } = await act(two.owner, 'show-account')
    const { verdict_id } = verdicts[0]
    const named = {
      ...{
        placement_id: two.placement_id,
        verdict_id,
        change_id: change.change_id,
        bundle_id: 'example.app',
      },
      ...{
        rule: 'device_velocity',
        grounds: 'Theirs.',
        month: t.services.clock.now().toISOString().slice(0, 7),
      },
    }
    const [theirs, ours] = await Promise.all(
      [two, one].map(async ({ owner, placement_id, app_placement_id }) => {
        const events = await t.db.asOwner<{ event_id: string }>(
          'select event_id from delivery.events where publisher_id = $1',
          [owner.party_id],
        )
        const ids = [owner.party_id, owner.person_id, owner.email, placement_id, app_placement_id]
        return [...ids, ...events.map(({ event_id }) => event_id)]
      }),
    )
    let answers = ''
    for (const { name, request } of own.filter(({ kind }) => kind === 'read')) {
      const asked = Object.entries(named).filter(([field]) => field in request.shape)
      const answer = await act(one.owner, name, Object.fromEntries(asked)).catch((error: unknown) => {
        expect(Object(error).reason, name).toBe('record_not_found')
        return {}
      })
      answers += JSON.stringify(
        answer.content === undefined ? answer : Buffer.from(answer.content).toString(),
      )
      answers += JSON.stringify(
        await act(one.owner, name, { ...(field(request, 'month') && { month: named.month }) }).catch(
          () => ({}),
        ),
      )
    }
    expect(theirs?.filter((id) => answers.includes(id))).toEqual([])
    expect(ours?.filter((id) => answers.includes(id)).length).toBeGreaterThan(3)
    const { placement_id, change_id, rule, grounds } = named
    expect(await reasonOf(act(one.owner, 'close-placement', { placement_id }))).toBe('record_not_found')
    expect(await reasonOf(act(one.owner, 'withdraw-account-change', { change_id }))).toBe('record_not_found')
    const appeal = act(one.owner, 'file-appeal', { verdict_id: await foreignVerdict(), rule, grounds })
    expect(await reasonOf(appeal)).toBe('verdict_not_appealable')
  })

  const field = (request: { shape: object }, name: string) => name in request.shape

  /** A verdict of the other’s that is none of the first’s. */
  async function foreignVerdict(): Promise<string> {
    const [row] = await t.db.asOwner<{ verdict_id: string }>(
      `select verdict_id from delivery.publisher_verdicts theirs where publisher_id = $1 and not exists (
         select from delivery.publisher_verdicts ours where ours.verdict_id = theirs.verdict_id and publisher_id = $2)
       limit 1`,
      [two.owner.party_id, one.owner.party_id],
    )
    return row?.verdict_id ?? newId()
  }
})

describe('the database by itself', () => {
  test('writes nothing for a login without a person’s session, of another party, or of another role [proof 1380]', async () => {
    const { owner } = one
    const finance = await newPartner(t, { side: 'publisher', party_id: owner.party_id, role: 'finance' })
    const advertiser = await newPartner(t, { side: 'advertiser', role: 'owner' })
    const said = (text: string) => saidByLogin(t.db.logins.api, text)
    const writes = (token: string) => [
      `select marketplace.close_placement('${token}', '${one.placement_id}')`,
      `select marketplace.set_blocks('${token}', gen_random_uuid(), '{}', '{}')`,
      `select marketplace.issue_app_key('${token}', 'example.app', gen_random_uuid(), sha256('x'), sha256('y'))`,
      `select delivery.file_appeal('${token}', gen_random_uuid(), gen_random_uuid(), 'device_velocity', 'x')`,
    ]
    for (const statement of writes('nobody')) expect(await said(statement)).toContain('nobody of a partner')
    for (const { session_token } of [finance, advertiser])
      for (const statement of writes(session_token))
        expect(await said(statement)).toContain('an owner or member')
    const scoped = `set local adtally.scope = 'partner'; set local adtally.party_id = '${two.owner.party_id}';`
    for (const statement of writes(owner.session_token))
      expect(await said(`${scoped} ${statement}`)).toContain('nobody of a partner')
    for (const statement of [
      `update marketplace.placements set is_open = false`,
      `insert into marketplace.publisher_blocks (block_id, blocked_by_person, publisher_id, categories, advertiser_domains)
       values (gen_random_uuid(), gen_random_uuid(), '${owner.party_id}', '{}', '{}')`,
      `insert into delivery.appeals (appeal_id, verdict_id, rule, publisher_id, filed_by_person, grounds)
       values (gen_random_uuid(), gen_random_uuid(), 'device_velocity', '${owner.party_id}', gen_random_uuid(), 'x')`,
    ]) {
      for (const login of ['api', 'office', 'worker', 'delivery'] as const) {
        const is_staffs = login === 'office' && statement.startsWith('update')
        if (!is_staffs)
          expect(await saidByLogin(t.db.logins[login], statement)).toContain('permission denied')
      }
    }
  })

  test('negative control: where the role is not asked, finance closes a placement', async () => {
    const finance = await newPartner(t, { side: 'publisher', party_id: one.owner.party_id, role: 'finance' })
    const undoing = await plant(t.db.asOwner, [
      { routine: 'marketplace.close_placement', from: "or person.role = 'finance'", to: '' },
    ])
    const { placement_id } = one
    expect(await act(finance, 'close-placement', { placement_id })).toEqual({ placement_id, open: false })
    for (const undo of undoing) await t.db.asOwner(undo)
  })
})
