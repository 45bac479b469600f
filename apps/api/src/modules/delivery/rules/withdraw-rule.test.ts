import { afterAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { readRules } from './rules.repository.ts'
import { rulesAt } from './traffic-rules.ts'

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

const t = await testServices()
afterAll(() => t.close())
const { office } = await buildMarket(t.services, t.modules)
const RULE = 'device_velocity'
const publish = (clicks: number) =>
  office.decide('traffic-rule-propose', {
    rule: RULE,
    set: [`clicks_per_minute=${clicks}`],
    reason: 'a test',
  })
const withdraw = (version: string) =>
  office.decide('traffic-rule-withdraw', { rule: RULE, version, reason: 'a mistake' })
const clicksIn = async (after_ms: number) => {
  const versions = await t.system(readRules)
  const rules = rulesAt(versions, new Date(t.services.clock.now_ms() + after_ms))
  return rules.device_velocity.parameters.clicks_per_minute
}
const versionIn = async (after_ms: number) => {
  const at = new Date(t.services.clock.now_ms() + after_ms)
  const [row] = await t.db.asOwner<{ version: number }>(
    'select delivery.rule_version_at($1, $2) as version',
    [RULE, at],
  )
  return row?.version
}

test('a version that is announced is withdrawn by two people, and the one before it stays [proof 1044]', async () => {
  await publish(8)
  expect([await clicksIn(8 * DAY_MS), await versionIn(8 * DAY_MS)]).toEqual([8, 2])
  expect(await withdraw('2')).toEqual({ rule: RULE, version: 2, state: 'withdrawn' })
  expect([await clicksIn(8 * DAY_MS), await versionIn(8 * DAY_MS)]).toEqual([10, 1])
  expect(await reasonOf(withdraw('2'))).toBe('record_not_found')
  const { rules } = await office.run('traffic-rules-show')
  expect(rules).toContainEqual(expect.objectContaining({ rule: RULE, version: 2, state: 'withdrawn' }))
  // Its number is not given again.
  expect(await publish(7)).toMatchObject({ version: 3 })
  expect([await clicksIn(8 * DAY_MS), await versionIn(8 * DAY_MS)]).toEqual([7, 3])
})

test('one that is in force, or nearly, is not, nor by one person or another login [proof 1045]', async () => {
  const { logins } = t.db
  const write = `insert into delivery.rule_withdrawals (rule, version, proposal_id) values ('${RULE}', 3, gen_random_uuid())`
  expect(await saidByLogin(logins.office, write)).toMatch(/nobody approved/)
  for (const login of [logins.api, logins.delivery, logins.worker])
    expect(await saidByLogin(login, write)).toMatch(/permission denied/)
  const { proposal_id } = await office.run('traffic-rule-withdraw', {
    rule: RULE,
    version: '3',
    reason: 'late',
  })
  expect(await reasonOf(office.run('approve', { proposal_id }))).toBe('four_eyes')
  await t.advance(7 * DAY_MS - 2 * MINUTE_MS)
  expect(await reasonOf(withdraw('3'))).toBe('state_conflict')
  const owner = () =>
    t.db.asOwner(`begin; ${write}; rollback`).then(
      () => 'done',
      (error: unknown) => String(error),
    )
  expect(await owner()).toMatch(/is in force, or too soon to be withdrawn/)
})
