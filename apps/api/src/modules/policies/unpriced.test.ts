import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testServices } from '../../testing/servers/test-services.ts'
import { foundStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { auditModule } from '../audit/index.ts'
import type { Staff } from '../module.ts'
import { operatorsModule, runVerb, verbsOf, withDigests } from '../operators/index.ts'
import { current, policiesModule } from './index.ts'

const modules = [auditModule, operatorsModule, policiesModule]
const harness = await testServices({ modules, no_staff: true })
afterAll(() => harness.close())
const admins = await foundStaff(harness.services)
const [ada, ben] = admins
const ann = await joinStaff(harness.services, { admins }, { username: 'ann', roles: ['finance_maker'] })

async function run(staff: Staff, name: string, flags: Record<string, unknown>): Promise<string> {
  const verb = verbsOf(modules).find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(harness.services, verbsOf(modules), staff, name, flags)
  return JSON.stringify(await runVerb(harness.services, verb, staff, given))
}
const propose = async (staff: Staff, name: string, set: string[]) =>
  /"proposal_id":"([^"]+)"/.exec(await run(staff, name, { set, reason: 'a test' }))?.[1] ?? ''

test('two admins change a figure that is no amount and no share of one, and no other [proof 1433]', async () => {
  const idle = ['staff_idle_ms=20m']
  await expect(propose(ada, 'policy-propose', idle)).rejects.toMatchObject({ reason: 'staff_role_missing' })
  for (const set of [['platform_fee_percent=17'], [...idle, 'plan_amount_max=4000']])
    await expect(propose(ada, 'propose-unpriced-policy', set)).rejects.toMatchObject({
      reason: 'field_invalid',
    })
  const proposal_id = await propose(ada, 'propose-unpriced-policy', idle)
  await run(ben, 'approve', { proposal_id })
  await expect.poll(() => current(harness.services).staff_idle_ms).toBe(1_200_000)
})

test('the database takes no version with an amount that was approved as one without', async () => {
  const priced = await propose(ann, 'policy-propose', ['platform_fee_percent=17'])
  const approved = async (action: string) => {
    const proposal_id = randomUUID()
    await harness.db.asOwner(
      `insert into operators.proposals
       select (jsonb_populate_record(proposal, jsonb_build_object('proposal_id', $2::text, 'action', $3::text))).*
       from operators.proposals as proposal where proposal_id = $1`,
      [priced, proposal_id, action],
    )
    await harness.db.asOwner(
      `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at) values ($1, 'approved', $2, now())`,
      [proposal_id, ben.staff_id],
    )
    return proposal_id
  }
  const insert = (proposal_id: string) =>
    harness.db.asOwner(
      `insert into policies.versions (version, values, effective_from, reason, proposal_id, decided_at)
       select version + 1, values || '{"platform_fee_percent": "17"}', null, 'x', $1, now()
       from policies.versions order by version desc limit 1`,
      [proposal_id],
    )
  await expect(insert(await approved('policy.change_unpriced'))).rejects.toThrow('nobody approved')
  // Control: as the act that it is, it is taken.
  await insert(await approved('policy.change'))
})
