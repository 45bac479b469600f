import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { Office } from '../../../demo/office.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf, refusalOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import type { Staff } from '../../module.ts'
import { signOut } from '../index.ts'

const t = await testProgram()
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const { maker, checker } = staff
const office = new Office(t.services, t.modules, staff)
const ROLES = { roles: ['risk'] } as const
const people = await Promise.all(
  ['una', 'vera', 'wim'].map((username) => joinStaff(t.services, staff, { username, ...ROLES })),
)
const [una, vera, wim] = people
if (!una || !vera || !wim) throw new Error('there are three')

const claim = (subject_id: string, by: Staff, take_over = false) =>
  office.run('claim', { work: 'hold', subject_id, take_over }, by)
const release = (subject_id: string, by: Staff) =>
  office.run('release-claim', { work: 'hold', subject_id }, by)
async function holderOf(subject_id: string, work = 'hold'): Promise<unknown> {
  const { items } = await office.run('list-claims', { work, subject_id })
  return Object(Object.values(Object(items))[0]).held_by ?? null
}
/** Something that waits for a second person. */
async function proposed(name: string): Promise<string> {
  const company = { name, legal_name: `${name} Ltd`, account_name: `${name} Ltd` }
  const documents = { evidence_hash: 'ab'.repeat(32), reason: 'Documents seen' }
  return String((await office.run('create-advertiser', { ...company, ...documents })).proposal_id)
}
/** Lets five minutes of the wall clock pass for a claim, which no test can wait for. */
const pass = (subject_id: string) =>
  t.db.asOwner(
    `update operators.claims set claimed_at = claimed_at - interval '5 minutes',
       claimed_until = claimed_until - interval '5 minutes' where subject_id = $1`,
    [subject_id],
  )

test('a piece of work is one person’s for five minutes, and nobody else’s unless they take it over [proof 1306]', async () => {
  const id = newId()
  const first = await claim(id, una)
  expect(first).toMatchObject({ work: 'hold', subject_id: id, held_by: 'una' })
  const until_ms = new Date(String(first.held_until)).getTime() - Date.now()
  expect(until_ms).toBeGreaterThan(4 * 60_000)
  expect(until_ms).toBeLessThanOrEqual(5 * 60_000 + 1_000)
  expect(await refusalOf(claim(id.toUpperCase(), vera))).toMatchObject({
    ...{ reason: 'work_claimed', details: { values: { held_by: 'una' } } },
  })
  expect(await reasonOf(release(id, vera)), 'not hers to give back').toBe('record_not_found')
  expect(await holderOf(id)).toBe('una')
  expect(await claim(id, vera, true)).toMatchObject({ held_by: 'vera' })
  expect(await reasonOf(claim(id, una))).toBe('work_claimed')
  await release(id, vera)
  expect(await holderOf(id)).toBe(null)
  expect(await reasonOf(claim(id, una))).toBe('ok')
  const acts = await t.db.asOwner(
    `select actor_name, action, details ? 'taken_from' as taken from audit.entries
     where subject_id = $1 order by sequence`,
    [id],
  )
  expect(acts).toEqual([
    { actor_name: 'una', action: 'work.claimed', taken: false },
    { actor_name: 'vera', action: 'work.claimed', taken: true },
    { actor_name: 'vera', action: 'work.released', taken: false },
    { actor_name: 'una', action: 'work.claimed', taken: false },
  ])
})

test('it ends by itself, is held longer by work at it, and not by work at another or by others [proof 1307]', async () => {
  const id = await proposed('Orchard')
  const untilOf = async () => {
    const { items } = await office.run('list-claims', { work: 'proposal', subject_id: id })
    return new Date(Object(Object.values(Object(items))[0]).held_until ?? 0).getTime()
  }
  await office.run('claim', { work: 'proposal', subject_id: id }, checker)
  const taken = await untilOf()
  await office.run('show-proposal', { proposal_id: id }, vera)
  await office.run('list-proposals', {}, checker)
  expect(await untilOf(), 'by nobody and nothing else').toBe(taken)
  await office.run('show-proposal', { proposal_id: id }, checker)
  expect(await untilOf()).toBeGreaterThan(taken)
  await pass(id)
  expect(await untilOf()).toBe(0)
  await office.run('show-proposal', { proposal_id: id }, checker)
  expect(await untilOf(), 'what has ended is not renewed').toBe(0)
  expect(await reasonOf(office.run('claim', { work: 'proposal', subject_id: id }, vera))).toBe('ok')
})

test('lists of work say who is at a row; whoever may do it still may [proof 1308]', async () => {
  const proposal_id = await proposed('Harbour')
  const row = async () =>
    (await office.list('list-proposals')).find((proposal) => proposal.proposal_id === proposal_id)
  expect(await row()).not.toHaveProperty('held_by')
  await office.run('claim', { work: 'proposal', subject_id: proposal_id }, una)
  expect(await row()).toMatchObject({ held_by: 'una' })
  // It permits nothing: the maker's own they still may not approve; and hinders by being seen alone.
  await office.run('claim', { work: 'proposal', subject_id: proposal_id, take_over: true }, maker)
  expect(await reasonOf(office.run('approve', { proposal_id }, maker))).toBe('four_eyes')
  expect(await reasonOf(office.check('approve', { proposal_id }))).toBe('ok')
})

test('who may do no work of its kind takes none of it [proof 1464]', async () => {
  const sue = await joinStaff(t.services, staff, { username: 'sue', roles: ['support'] })
  const taken = (work: string, by: Staff) =>
    reasonOf(office.run('claim', { work, subject_id: newId(), take_over: true }, by))
  expect(await taken('payout_file', sue)).toBe('field_invalid')
  expect(await taken('hold', sue)).toBe('field_invalid')
  expect(await taken('chat', sue)).toBe('ok')
  expect(await taken('hold', una)).toBe('ok')
})

test('of many at once one has it; control: without the database’s lock two do [proof 1309]', async () => {
  const at_once = async () => {
    const id = newId()
    const outcomes = await Promise.all([una, vera, wim].map((by) => reasonOf(claim(id, by))))
    return outcomes.filter((outcome) => outcome === 'ok').length
  }
  for (let round = 0; round < 5; round += 1) expect(await at_once()).toBe(1)
  const undoing = await plant(t.db.asOwner, [
    { routine: 'operators.claim', from: 'or not is_held or take_over', to: 'or true' },
  ])
  expect(await at_once()).toBeGreaterThan(1)
  for (const undo of undoing) await t.db.asOwner(undo)
})

test('what somebody held who has gone or was shut out is free at once [proof 1310]', async () => {
  const gone = await joinStaff(t.services, staff, { username: 'gone', ...ROLES })
  const shut = await joinStaff(t.services, staff, { username: 'shut', ...ROLES })
  const [of_gone, of_shut, of_una] = [newId(), newId(), newId()]
  await claim(of_gone, gone)
  await claim(of_shut, shut)
  await claim(of_una, una)
  expect(await Promise.all([of_gone, of_shut].map((id) => holderOf(id)))).toEqual(['gone', 'shut'])
  await signOut(t.services, gone.session_token)
  await office.run('disable-staff', { username: 'shut', reason: 'A test' }, staff.admins[0])
  expect(await Promise.all([of_gone, of_shut].map((id) => holderOf(id)))).toEqual([null, null])
  for (const id of [of_gone, of_shut]) expect(await claim(id, vera)).toMatchObject({ held_by: 'vera' })
  expect(await reasonOf(claim(of_una, vera)), 'control: una is at work').toBe('work_claimed')
})

test('a person is at fifty pieces at most, a piece has a name, and no login writes a claim itself [proof 1311]', async () => {
  await Promise.all(Array.from({ length: 50 }, () => claim(newId(), wim)))
  for (let over = 0; over < 3; over += 1) await claim(newId(), wim)
  const { items } = await office.run('list-claims', {})
  const of_wim = Object.values(Object(items)).filter((held) => Object(held).held_by === 'wim')
  expect(of_wim).toHaveLength(50)
  for (const subject_id of ['', 'two words', "'; drop", 'x'.repeat(65)])
    expect(await reasonOf(claim(subject_id, una))).toMatch(/^field_(invalid|required)$/)
  expect(await reasonOf(office.run('claim', { work: 'nothing', subject_id: 'x' }, una))).toBe('field_invalid')
  const auditor = await joinStaff(t.services, staff, { username: 'reader', roles: ['auditor'] })
  expect(await reasonOf(claim(newId(), auditor))).toBe('staff_role_missing')
  for (const statement of [
    "insert into operators.claims values ('hold', 'x', gen_random_uuid(), now(), now() + interval '1 hour')",
    'delete from operators.claims',
    'select from operators.claims',
  ])
    expect(await saidByLogin(t.db.logins.office, statement)).toMatch(/permission denied/)
})
