import type { PartnerRole } from '@adtally/contract/partner/statement/partner-call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { LETTER } from '../../../testing/office/letter.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices, testSettings } from '../../../testing/servers/test-services.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { IBAN, PartiesWorld } from '../../../testing/worlds/parties-world.ts'
import { newPartner, runPartnerAct } from '../../../testing/worlds/partner-world.ts'
import type { Staff } from '../../module.ts'
import type { Partner } from '../../partner-verb.ts'

const HOUR_MS = 3_600_000
const OTHER = 'GB33BUKB20201555555555'

const t = await testServices({
  settings: testSettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@adtally.example' }),
})
afterAll(() => t.close())
const world = await PartiesWorld.make(t)

const act = (partner: Partner, name: string, flags: Record<string, unknown> = {}) =>
  runPartnerAct(t, partner, name, flags)
const people: Partial<Record<PartnerRole, Partner>> = {}
const who = (role: PartnerRole): Partner => {
  const partner = people[role]
  if (!partner) throw new Error(`nobody is ${role}`)
  return partner
}
let stranger: Partner

beforeAll(async () => {
  const owner = await newPartner(t, { side: 'publisher', role: 'owner' })
  people.owner = owner
  for (const role of ['member', 'finance'] as const) {
    people[role] = await newPartner(t, { side: 'publisher', party_id: owner.party_id, role })
  }
  stranger = await newPartner(t, { side: 'publisher', role: 'owner' })
  await world.account('publisher', owner.party_id)
})

const set = async (change_id: string, flags: Record<string, string> = {}) =>
  await world.office.decide('set-payee-account', {
    payee_kind: 'publisher',
    payee_id: who('owner').party_id,
    change_id,
    evidence_file: LETTER,
    reason: 'A statement of the bank',
    ...flags,
  })
const masked = async () => (await act(who('member'), 'show-account')).account.account_masked

test('a change of the bank account waits a day, is told to everybody of the party, and is then set by two of the office [proof 1370]', async () => {
  const before = await masked()
  await t.db.asOwner('delete from mail.letters')
  const asked = await act(who('finance'), 'change-account', { account_number: OTHER })
  const { change_id } = asked
  expect(asked.settable_at - asked.asked_at).toBe(24 * HOUR_MS)
  for (const role of ['owner', 'member', 'finance'] as const) {
    const { account, change } = await act(who(role), 'show-account')
    expect([account.account_masked, change.change_id]).toEqual([before, change_id])
    expect(change.asked_by).toBe(who('finance').email)
  }
  const letters = await t.db.asOwner('select letter_id from mail.letters')
  expect(letters).toHaveLength(3)
  const { items } = await world.office.run('list-account-changes')
  expect(items).toMatchObject([
    { change_id, payee_id: who('owner').party_id, account_masked: asked.account_masked },
  ])

  await t.advance(24 * HOUR_MS - 60_000)
  expect(await reasonOf(set(change_id))).toBe('state_conflict')
  expect(await masked()).toBe(before)
  await t.advance(60_000)
  await set(change_id)
  expect(await masked()).toBe(asked.account_masked)
  expect((await act(who('owner'), 'show-account')).change).toBe(null)
  expect(await reasonOf(set(change_id))).toBe('state_conflict')
})

test('any owner withdraws a change, which the office can set no more; finance and a stranger can’t [proof 1371]', async () => {
  const before = await masked()
  const { change_id } = await act(who('finance'), 'change-account', { account_number: IBAN })
  expect(await reasonOf(act(who('owner'), 'change-account', { account_number: OTHER }))).toBe(
    'state_conflict',
  )
  expect(await reasonOf(act(stranger, 'withdraw-account-change', { change_id }))).toBe('record_not_found')
  await expect(act(who('finance'), 'withdraw-account-change', { change_id })).rejects.toThrow('by an owner')
  await act(who('owner'), 'withdraw-account-change', { change_id })
  expect(await reasonOf(act(who('owner'), 'withdraw-account-change', { change_id }))).toBe('state_conflict')
  await t.advance(25 * HOUR_MS)
  expect(await reasonOf(set(change_id))).toBe('state_conflict')
  expect(await masked()).toBe(before)
})

test('another account than the first is set by a change of its own party alone [proof 1372]', async () => {
  const typed = { payee_kind: 'publisher', evidence_file: LETTER, reason: 'A letter' }
  const another = { ...typed, payee_id: who('owner').party_id, account_number: OTHER }
  expect(await reasonOf(world.office.decide('set-payee-account', another))).toBe('state_conflict')
  const { change_id } = await act(stranger, 'change-account', { account_number: OTHER })
  await t.advance(25 * HOUR_MS)
  expect(await reasonOf(set(change_id))).toBe('record_not_found')
  expect(await reasonOf(set(newId()))).toBe('record_not_found')
  expect(await reasonOf(set(change_id, { account_number: OTHER }))).toBe('field_invalid')
  expect(
    await reasonOf(world.office.decide('set-payee-account', { ...typed, payee_id: stranger.party_id })),
  ).toBe('field_required')
  await set(change_id, { payee_id: stranger.party_id })
  expect((await act(stranger, 'show-account')).account.account_masked).toMatch(/5555$/)
})

test('what somebody asked for ends with their access: shut out, removed, or no longer of those who may ask [proof 1441]', async () => {
  const { party_id, ...owner } = await newPartner(t, { side: 'publisher', role: 'owner' })
  const boss = { ...owner, party_id }
  const ends = {
    shut_out: ({ person_id }: Partner) =>
      world.office.run('shut-out-partner', { partner_person_id: person_id, reason: 'A stolen password' }),
    removed: ({ person_id }: Partner) => act(boss, 'remove-person', { person_id }),
    member: ({ person_id }: Partner) => act(boss, 'change-person-role', { person_id, role: 'member' }),
  }
  for (const [how, end] of Object.entries(ends)) {
    const thief = await newPartner(t, { side: 'publisher', party_id, role: 'finance' })
    const { change_id } = await act(thief, 'change-account', { account_number: OTHER })
    await end(thief)
    expect((await act(boss, 'show-account')).change, how).toBe(null)
    await t.advance(25 * HOUR_MS)
    expect(await reasonOf(set(change_id, { payee_id: party_id })), how).toBe('state_conflict')
  }
})

test('while an account that a partner asked for waits, the office sets no other, a first one neither [proof 1442]', async () => {
  const owner = await newPartner(t, { side: 'publisher', role: 'owner' })
  const { change_id } = await act(owner, 'change-account', { account_number: OTHER })
  const typed = {
    payee_kind: 'publisher',
    payee_id: owner.party_id,
    evidence_file: LETTER,
    reason: 'A letter',
  }
  const first = () => reasonOf(world.office.decide('set-payee-account', { ...typed, account_number: IBAN }))
  expect(await first()).toBe('state_conflict')
  await act(owner, 'withdraw-account-change', { change_id })
  expect(await first()).toBe('ok')
})

test('who may approve an account, and its maker, see the whole number, with a fresh proof and a reason that is kept; nobody else does, and nothing keeps it [proof 1443]', async () => {
  const { party_id: payee_id } = await newPartner(t, { side: 'publisher', role: 'owner' })
  const staff = await buildStaff(t.services)
  const { proposal_id } = await world.office.run('set-payee-account', {
    ...{ payee_kind: 'publisher', payee_id, account_number: OTHER },
    ...{ evidence_file: LETTER, reason: 'A letter' },
  })
  const sealedFor = async (person?: Staff) =>
    (await world.office.run('show-proposal', { proposal_id: String(proposal_id) }, person)).sealed
  const reason = 'To hold it to the letter'
  const revealedTo = async (person: Staff) => {
    await staff.prove(person)
    return (await world.office.run('reveal-proposal', { proposal_id, reason }, person)).revealed
  }
  const [admin] = staff.admins
  for (const person of [staff.maker, staff.checker]) {
    expect(await sealedFor(person)).toEqual(['account_number'])
    expect(await revealedTo(person)).toEqual({ account_number: OTHER })
  }
  expect(await sealedFor(admin)).toEqual([])
  const clerk = await joinStaff(t.services, staff, { username: 'mel', roles: ['finance_maker'] })
  expect(await sealedFor(clerk)).toEqual([])
  expect(await reasonOf(revealedTo(clerk))).toBe('staff_role_missing')
  expect(
    await t.db.asOwner("select actor_name, reason from audit.entries where action = 'proposal.revealed'"),
  ).toEqual([staff.maker, staff.checker].map(({ username }) => ({ actor_name: username, reason })))
  await staff.prove(staff.checker)
  await world.office.run('approve', { proposal_id }, staff.checker)
  expect(await reasonOf(revealedTo(staff.checker))).toBe('state_conflict')
  const [kept] = await t.db.asOwner<{ text: string }>(
    `select (select string_agg(proposal::text, '') from operators.proposals as proposal)
       || (select string_agg(decision::text, '') from operators.decisions as decision)
       || (select string_agg(entry::text, '') from audit.entries as entry) as text`,
  )
  expect(kept?.text).toContain(String(proposal_id))
  expect(kept?.text).not.toContain(OTHER)
})

test('negative control: without the database’s wait an account is set before its day is over', async () => {
  const { change_id } = await act(who('owner'), 'change-account', { account_number: IBAN })
  const undoing = await plant(t.db.asOwner, [
    { routine: 'payouts.follow_account_change', from: 'or change.settable_at > platform.now()', to: '' },
  ])
  await set(change_id)
  for (const undo of undoing) await t.db.asOwner(undo)
  expect((await act(who('owner'), 'show-account')).change).toBe(null)
})

test('the database asks for a person’s session whatever a login says, and no login writes a change [proof 1373]', async () => {
  const said = (login: keyof typeof t.db.logins, text: string) => saidByLogin(t.db.logins[login], text, {})
  const { party_id, session_token } = who('member')
  const ask = (token: string) =>
    `select payouts.ask_account_change('${token}', gen_random_uuid(), '\\x00', 'x')`
  expect(await said('api', ask('nobody'))).toContain('nobody of a partner')
  expect(await said('api', ask(session_token))).toContain('by an owner or by finance')
  await t.db.asOwner(
    "update partners.sessions set opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '6 minutes' where person_id = $1",
    [who('finance').person_id],
  )
  expect(await said('api', ask(who('finance').session_token))).toContain('was not proved')
  for (const login of ['api', 'worker', 'office', 'delivery'] as const) {
    const row = `insert into payouts.account_changes values
      (gen_random_uuid(), 'publisher', '${party_id}', '\\x00', 'x', gen_random_uuid(), now(), now() + interval '25 hours')`
    expect(await said(login, row)).toContain('permission denied')
    expect(await said(login, 'update payouts.account_changes set settable_at = now()')).toContain(
      'permission denied',
    )
  }
})
