import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { policyCurrent } from '@adtally/contract/policies.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { plantAct } from '../../testing/plant-act.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { identityModule } from '../identity/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { approvedAct } from '../module.ts'
import { operatorsModule, propose } from '../operators/index.ts'
import { policiesModule } from '../policies/index.ts'
import { auditModule } from './index.ts'

const placed = approvedAct(
  { action: 'hold.placed', roles: ['risk'], refusals: [] },
  {
    payload: z.strictObject({}),
    facts: async () => ({ says: 'Hold it', before: {}, after: {} }),
    apply: async () => null,
  },
)
const program = await testProgram({
  modules: [ledgerModule, auditModule, operatorsModule, policiesModule, identityModule],
})
afterAll(() => program.close())
await plantAct(program.db.asOwner, placed.action, { makers: ['risk'], checkers: placed.checker_roles })

test('a customer reads what staff did to their account, and not what was done to another', async () => {
  const { services } = program
  const [one, other] = [await buildCustomer(services), await buildCustomer(services)]
  const { maker, checker } = await buildStaff(services)
  for (const [index, { customer_id }] of [one, one, other].entries()) {
    const { proposal_id } = await services.database.transaction({ kind: 'system' }, (tx) =>
      propose(services, tx, {
        act: placed,
        subject_kind: 'hold',
        subject_id: String(index),
        customer_id,
        payload: {},
        reason: `reason ${index}`,
        maker,
      }),
    )
    await approveAsProposed(services, [placed], { proposal_id, staff: checker })
  }
  const read = (token: string, cursor?: string) =>
    program.call(accountabilityList, { limit: '1', ...(cursor !== undefined && { cursor }) }, { token })
  const first = await read(one.token)
  expect(first.data.items).toMatchObject([
    { action: 'hold.placed', subject: 'hold:1', reason: 'reason 1', approver_role: checker.roles.join(', ') },
  ])
  const second = await read(one.token, first.data.next_cursor ?? '')
  expect(second.data.items).toMatchObject([{ subject: 'hold:1', approver_role: null }])
  const third = await read(one.token, second.data.next_cursor ?? '')
  expect(third.data.items).toMatchObject([{ subject: 'hold:0' }])
  expect((await read(other.token)).data.items).toMatchObject([{ subject: 'hold:2' }])
  expect(JSON.stringify(first.data)).not.toContain(`${maker.username}"`)
  expect((await read(one.token, '-1')).data.reason).toBe('cursor_invalid')
  expect((await program.call(accountabilityList, {})).code).toBe(401)
})

test('anybody reads the rules in force', async () => {
  const { code, data } = await program.call(policyCurrent, {})
  expect(code).toBe(200)
  expect(data.figures).toContainEqual({
    name: 'withdrawal_send_limit_ms',
    unit: 'ms',
    value: '259200000',
    minimum: '3600000',
    maximum: '259200000',
  })
})
