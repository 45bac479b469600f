import { afterAll, describe, expect, test } from 'vitest'
import { testServices } from '../../testing/servers/test-services.ts'
import { foundStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { auditModule } from '../audit/index.ts'
import type { Staff } from '../module.ts'
import { operatorsModule, runVerb, verbsOf, withDigests } from '../operators/index.ts'
import { FIGURES } from './figures.ts'
import { current, policiesModule, policyAt, policyVersion } from './index.ts'
import { defaultValues, FIGURE_NAMES } from './rules.ts'
import { PolicyStore } from './store.ts'

const modules = [auditModule, operatorsModule, policiesModule]
const DAY_MS = 86_400_000

const harness = await testServices({ modules, no_staff: true })
afterAll(() => harness.close())
const admins = await foundStaff(harness.services)
const ann = await joinStaff(harness.services, { admins }, { username: 'ann', roles: ['finance_maker'] })
const bob = await joinStaff(harness.services, { admins }, { username: 'bob', roles: ['risk'] })

async function run(staff: Staff, name: string, flags: Record<string, unknown>): Promise<string> {
  const verb = verbsOf(modules).find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(harness.services, verbsOf(modules), staff, name, flags)
  return JSON.stringify(await runVerb(harness.services, verb, staff, given), (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
const proposal = (printed: string) => /"proposal_id":"([^"]+)"/.exec(printed)?.[1] ?? ''
const change = async (set: string[], effective_from?: Date) =>
  proposal(
    await run(ann, 'policy-propose', {
      set,
      reason: 'a test',
      ...(effective_from && { effective_from: effective_from.toISOString() }),
    }),
  )
const versionInForce = () => current(harness.services).version
const inDays = (days: number) => new Date(harness.services.clock.now_ms() + days * DAY_MS)

test('bounds and directions in the database are those of the program', async () => {
  const rows = await harness.db.asOwner('select name, minimum, maximum, disadvantage from policies.bounds')
  const expected = FIGURE_NAMES.map((name) => {
    const { minimum, maximum, disadvantage } = FIGURES[name]
    return { name, minimum: BigInt(minimum), maximum: BigInt(maximum), disadvantage }
  })
  const byName = (left: { name?: string }, right: { name?: string }) =>
    (left.name ?? '') < (right.name ?? '') ? -1 : 1
  expect(rows.sort(byName)).toEqual(expected.sort(byName))
})

test('the defaults are written down as version 1, once, though many start at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => PolicyStore.open(harness.services)))
  expect(await harness.db.asOwner('select version, values from policies.versions')).toEqual([
    { version: 1, values: defaultValues() },
  ])
})

test('a change to nobody’s disadvantage takes effect when a second person approves, in every process', async () => {
  const other = await PolicyStore.open(harness.services)
  const proposal_id = await change(['platform_fee_percent=18', 'withdrawal_send_limit_ms=48h'])
  expect(versionInForce()).toBe(1)
  await expect(run(ann, 'approve', { proposal_id })).rejects.toMatchObject({ reason: 'four_eyes' })
  await run(bob, 'approve', { proposal_id })
  await expect.poll(versionInForce).toBe(2)
  expect(current(harness.services)).toMatchObject({
    platform_fee_percent: 18n,
    withdrawal_send_limit_ms: 172_800_000,
  })
  await expect.poll(() => other.at(harness.services.clock.now()).version).toBe(2)
  expect(await policyVersion(harness.services, 1)).toMatchObject({ platform_fee_percent: 20n })
  await expect(policyVersion(harness.services, 99)).rejects.toThrow(RangeError)
})

describe('a change to a customer’s disadvantage', () => {
  test('is refused with less than 30 days’ notice, when proposed and when approved', async () => {
    await expect(change(['platform_fee_percent=19'], inDays(29))).rejects.toMatchObject({
      reason: 'policy_notice_too_short',
    })
    const proposal_id = await change(['platform_fee_percent=19'], inDays(31))
    await harness.advance(2 * DAY_MS)
    await expect(run(bob, 'approve', { proposal_id })).rejects.toMatchObject({
      reason: 'policy_notice_too_short',
    })
  })

  test('takes effect 30 days after the approval where no time is given, announced until then', async () => {
    const proposal_id = await change(['platform_fee_percent=19'])
    await harness.advance(3 * DAY_MS)
    await run(bob, 'approve', { proposal_id })
    await expect.poll(() => harness.services.policies.all.length).toBe(3)
    expect(policyAt(harness.services, inDays(31)).version).toBe(3)
    await harness.advance(30 * DAY_MS - 60_000)
    expect(versionInForce()).toBe(2)
    await harness.advance(60_000)
    expect(current(harness.services)).toMatchObject({ version: 3, platform_fee_percent: 19n })
  })

  test('out of bounds is refused', async () => {
    await expect(change(['platform_fee_percent=31'])).rejects.toMatchObject({
      reason: 'policy_out_of_bounds',
    })
  })
})

const insert = (values: string, proposal_id: string | null, effective_from = 'null') =>
  harness.db.asOwner(
    `insert into policies.versions (version, values, effective_from, reason, proposal_id, decided_at)
     select max(version) + 1, (select values from policies.versions order by version desc limit 1) || $1::jsonb,
       ${effective_from}, 'x', $2, now() from policies.versions`,
    [values, proposal_id],
  )

describe('the database by itself', () => {
  /** Approves without applying the act, as a bug in the program might. */
  const approvedOnly = async (set: string[]) => {
    const proposal_id = await change(set)
    await harness.db.asOwner(
      `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at) values ($1, 'approved', $2, now())`,
      [proposal_id, bob.staff_id],
    )
    return proposal_id
  }

  test('refuses a version that nobody approved, or that is not what was approved', async () => {
    await expect(insert('{"platform_fee_percent": "1"}', null)).rejects.toThrow('nobody approved')
    const open = await change(['platform_fee_percent=17'])
    await expect(insert('{"platform_fee_percent": "17"}', open)).rejects.toThrow('nobody approved')
    const approved = await approvedOnly(['platform_fee_percent=17'])
    await expect(insert('{"platform_fee_percent": "16"}', approved)).rejects.toThrow('nobody approved')
  })

  test('refuses a figure out of bounds, unknown, or not whole', async () => {
    for (const values of [
      '{"platform_fee_percent": "31"}',
      '{"bribe_percent": "1"}',
      '{"platform_fee_percent": "1.5"}',
      '{"platform_fee_percent": null}',
    ]) {
      await expect(insert(values, null)).rejects.toThrow('out of bounds')
    }
  })

  test('refuses too short a notice', async () => {
    const approved = await approvedOnly(['platform_fee_percent=25'])
    const soon = `platform.now() + interval '29 days'`
    await expect(insert('{"platform_fee_percent": "25"}', approved, soon)).rejects.toThrow(
      'too short a notice',
    )
    await insert('{"platform_fee_percent": "25"}', approved, `platform.now() + interval '30 days'`)
  })

  test.each([
    "update policies.versions set reason = 'x'",
    'delete from policies.versions',
    'update policies.bounds set maximum = 100',
    "insert into policies.bounds values ('x', 0, 1, 'none')",
  ])('lets neither program nor owner: %s', async (statement) => {
    await expect(harness.db.asProgram(statement)).rejects.toThrow('permission denied')
    await expect(harness.db.asOwner(statement)).rejects.toThrow('not allowed')
  })
})

test('policy-show says what is in force, what is announced and who decided', async () => {
  await expect.poll(() => harness.services.policies.all.length).toBe(4)
  const shown = JSON.parse(await run(bob, 'policy-show', {}))
  expect(shown).toMatchObject({
    version: 3,
    announced: [{ version: 4, figures: [{ name: 'platform_fee_percent', value: '25' }] }],
  })
  expect(shown.versions.at(-2)).toMatchObject({ version: 2, maker: 'ann', checker: 'bob', reason: 'a test' })
})
