import { afterAll, describe, expect, test } from 'vitest'
import { PROCESS_ROLES } from '../../database/setup/process-roles.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { newPartner } from '../../testing/worlds/partner-world.ts'

const t = await testServices()
afterAll(() => t.close())
const owner = await newPartner(t, { side: 'publisher', role: 'owner' })
const stranger = await newPartner(t, { side: 'publisher', role: 'owner' })
const member = await newPartner(t, { side: 'publisher', party_id: owner.party_id, role: 'member' })
const { checker } = await buildStaff(t.services)

const IDS = {
  person: owner.person_id,
  other: stranger.person_id,
  party: owner.party_id,
  token: owner.session_token,
  staff: checker.session_token,
  id: '0193f2c0-0000-7000-8000-00000000beef',
}
const TABLES = ['people', 'secrets', 'sessions', 'known_networks', 'done_requests']

/** What no login does by itself: it reads or writes a table, or calls what only functions of the owner may. */
const FORBIDDEN = [
  ...TABLES.flatMap((table) => [
    `delete from partners.${table}`,
    `update partners.${table} set person_id = '<other>'`,
    `insert into partners.${table} (person_id) values ('<id>')`,
  ]),
  ...TABLES.filter((table) => table !== 'people').map((table) => `select 1 from partners.${table}`),
  "update partners.people set role = 'owner'",
  "select partners.open_session(people, 'a token', 'here', null, false) from partners.people",
  "select partners.count_try('a@b.example', 'here')",
  "select partners.end_tries('a@b.example', 'here', people, 'right') from partners.people",
  "select partners.whose_session('<token>')",
  "select partners.keep_invitation('<id>', 'publisher', '<party>', 'a@b.example', 'owner', null, '<person>', '{a,b}')",
  "select partners.renew_credentials(people, '{a,b}') from partners.people",
  "select partners.append_own_act(people, 'partner.activated') from partners.people",
  "select audit.append('partner', '<person>', 'publisher', 'owner', 'a', 'b', 'c', null, null, null, null, null, '{}')",
]

describe.each(PROCESS_ROLES)('the login of %s', (role) => {
  const say = (statement: string) => saidByLogin(t.db.logins[role], statement, IDS)

  test('can neither read nor write what partners’ people sign in with, nor say who acted [proof 1353]', async () => {
    for (const statement of FORBIDDEN)
      expect([statement, await say(statement)]).toEqual([
        statement,
        expect.stringMatching(/permission denied|is not allowed/),
      ])
  })

  test('does in a partner’s name only what is its own, and only by their session [proof 1354]', async () => {
    const by_session = (token: string) =>
      `select audit.append_partner_act('${token}', 'thing.done', 'thing', 'a', null, '{}')`
    const invite = (token: string) =>
      `select partners.invite('${token}', '<id>', 'new@partner.example', 'owner', 'a', 'b')`
    const shut = (token: string) => `select partners.shut_out('${token}', '<person>', 'A test')`
    const [may_act, may_staff] = [role === 'api', role === 'office']
    for (const statement of [by_session('<token>'), invite('<token>')])
      expect(await say(statement)).toMatch(may_act ? /^done$/ : /permission denied/)
    for (const statement of [by_session('nobody'), by_session('<staff>'), invite('nobody')])
      expect(await say(statement)).toMatch(may_act ? /nobody of a partner is at work/ : /permission denied/)
    expect(await say(shut('<staff>'))).toMatch(may_staff ? /^done$/ : /permission denied/)
    for (const token of ['nobody', '<token>'])
      expect(await say(shut(token))).toMatch(may_staff ? /nobody on the staff/ : /permission denied/)
    for (const unapproved of [
      `select partners.admit('<id>', 'b')`,
      `select partners.readmit('<id>', 'b')`,
      `select partners.reset_factor('<id>', 'b')`,
    ])
      expect(await say(unapproved)).toMatch(may_staff ? /^nobody / : /permission denied/)
  })
})

test('the api’s login has people come and go by an owner’s session alone, and of that party alone', async () => {
  const say = (statement: string) => saidByLogin(t.db.logins.api, statement, IDS)
  const acts = (token: string, person: string) => [
    `select partners.change_role('${token}', '${person}', 'finance')`,
    `select partners.remove_person('${token}', '${person}')`,
  ]
  const invite = (token: string) =>
    `select partners.invite('${token}', '<id>', 'new@partner.example', 'owner', 'a', 'b')`
  for (const statement of [invite(member.session_token), ...acts(member.session_token, owner.person_id)])
    expect(await say(statement)).toMatch(/only an owner/)
  for (const statement of acts(owner.session_token, member.person_id))
    expect(await say(statement)).toBe('done')
  // Of another party nobody is found: the same statement, and nothing is changed by it.
  const before = await t.db.asOwner('select * from partners.people order by person_id')
  for (const statement of acts(stranger.session_token, member.person_id)) await say(statement)
  expect(await t.db.asOwner('select * from partners.people order by person_id')).toEqual(before)
})

test('a partner’s transaction sees the people of its own party, and a customer’s nobody [proof 1355]', async () => {
  const seenIn = async (scope: Parameters<typeof t.services.databases.api.transaction>[0]) =>
    await t.services.databases.api.transaction(scope, async (tx) => {
      const rows = await tx.selectFrom('partners.people').select('party_id').execute()
      return [...new Set(rows.map(({ party_id }) => party_id))]
    })
  expect(await seenIn({ kind: 'partner', party_id: owner.party_id })).toEqual([owner.party_id])
  expect(await seenIn({ kind: 'customer', customer_id: owner.party_id })).toEqual([])
  expect((await seenIn({ kind: 'system' })).length).toBeGreaterThan(1)
})

test('control: a login that may write people is found by the schema’s own check', async () => {
  const check = async () =>
    await t.db.asOwner<{ problem: string }>(
      `select role || ' may write' as problem from platform.process_roles() as role
       where has_table_privilege(role, 'partners.people', 'insert, update, delete')`,
    )
  expect(await check()).toEqual([])
  await t.db.asOwner('grant update on partners.people to adtally_delivery')
  expect(await check()).toEqual([{ problem: 'adtally_delivery may write' }])
  await t.db.asOwner('revoke update on partners.people from adtally_delivery')
})
