import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { STAFF_ACTS } from '@adtally/contract/staff-acts.ts'
import { expect, test } from 'vitest'
import { identityModule } from '../identity/index.ts'
import { approvedActs } from '../module.ts'

const MODULES = fileURLToPath(new URL('..', import.meta.url))
const STATEMENTS = fileURLToPath(
  new URL('.', import.meta.resolve('@adtally/contract/operator/statement/staff-call.ts')),
)
const ROUTINES = fileURLToPath(new URL('../../database/routines', import.meta.url))

/** The codes of the contract's approvals by the names that sources import them by. */
const approvals = new Map<string, string>()
for (const path of globSync(`${STATEMENTS}../*/*.ts`).filter((path) => !path.endsWith('.test.ts'))) {
  const stated: Record<string, unknown> = await import(path)
  for (const [name, member] of Object.entries(stated)) {
    const { action } = Object(member)
    if (typeof action === 'string') approvals.set(name, action)
  }
}

/** The two-person acts that a source binds: name and code. */
function madeIn(source: string): [name: string, code: string][] {
  const made = source.matchAll(/const (\w+) = approvedAct\((\w+), \{/g)
  return [...made].map(([, name = '', approval = '']) => [name, approvals.get(approval) ?? ''])
}

/** The codes that a source hands to `byStaff` or `append`, or proposes by an act, with a customer's account. */
function actsIn(source: string, made: ReadonlyMap<string, string>): string[] {
  const text = source.replaceAll(/^ *\*.*$/gm, '')
  const calls = [
    ...text.matchAll(/audit\.(?:byStaff\(tx, \w+|append\(tx), \{(.*?)\}\)/gs),
    ...text.matchAll(/proposalVerb\((?:\w+, )?\{\n(.*?)\n\}\)/gs),
    ...text.matchAll(/proposeAct\(services, \w+, (.*?\n {4}\})\)/gs),
  ]
  return calls.flatMap(([, argument = '']) => {
    if (!/\bcustomer_id\b|\babout(?:Customer|Withdrawal)\(|\bdepositAsked\(/.test(argument)) return []
    if (/actor: \{ kind: '(?:customer|program)'/.test(argument)) return []
    const [, act = ''] = /^(?: *act: )?(\w+Act)\b/m.exec(argument) ?? []
    // An act without a code of its own repeats the proposal's.
    const code = /\baction: ['`]([^'`]+)/.exec(argument)?.[1] ?? made.get(act)
    return code === undefined ? [] : [code]
  })
}

/** The codes that SQL appends with a customer's account. */
function actsOfRoutine(source: string): string[] {
  const calls = source.matchAll(
    /audit\.append_staff_act\(\s*session_token, '([^']+)', '[^']+', [^,]+, (?!null\b)/g,
  )
  return [...calls].flatMap(([, code = '']) => code)
}

/** The codes that a source passes under the contract's type, so none can be unknown. */
function typedActsIn(source: string): string[] {
  if (!/\bStaffAct\b|\b(Staff)?WithdrawalLine\b/.test(source)) return []
  return STAFF_ACTS.filter((act) => source.includes(`'${act}'`))
}

test('every act of staff that touches a customer is one of those that the app has words for', () => {
  const sources = globSync(`${MODULES}*/**/*.ts`)
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  const made = new Map(sources.flatMap(madeIn))
  const routines = globSync(`${ROUTINES}/*/*.sql`).map((path) => readFileSync(path, 'utf8'))
  const found = [
    ...sources.flatMap((source) => [...actsIn(source, made), ...typedActsIn(source)]),
    ...routines.flatMap(actsOfRoutine),
  ]
  // A code with a template is a stage of a proposal, found where it is proposed, or one of the statuses below.
  const written = found.filter((code) => !code.includes('$'))
  const status = approvedActs([identityModule])
    .map(({ action }) => action)
    .filter((code) => code.startsWith('customer.'))
  const acts = new Set([...written, ...(status ?? [])])
  expect([...acts].toSorted()).toEqual([...STAFF_ACTS])
})

test('control: an act that nobody knows is found', () => {
  const call = "audit.byStaff(tx, staff, {\n  action: 'a.b',\n  customer_id,\n})"
  expect(actsIn(call, new Map())).toEqual(['a.b'])
  expect(actsIn(call.replace('customer_id', 'reason'), new Map())).toEqual([])
  const routine =
    "perform audit.append_staff_act(\n    session_token, 'e.f', 'customer', of_customer::text, of_customer, reason,"
  expect(actsOfRoutine(routine)).toEqual(['e.f'])
  expect(actsOfRoutine(routine.replace(' of_customer,', ' null,'))).toEqual([])
  const made = madeIn('const payingAct = approvedAct(leaderFeeSetting, {\n  payload,')
  const verb = 'proposalVerb(setLeaderFee, {\n  act: payingAct,\n  ask: () => ({ customer_id }),\n})'
  expect(actsIn(verb, new Map(made))).toEqual(['leader_fee.set'])
  const asked = 'proposeAct(services, maker, payingAct, () => {\n      return { customer_id }\n    })'
  expect(actsIn(asked, new Map(made))).toEqual(['leader_fee.set'])
})

test('an act of two people is stated to touch a customer just where the app has words for it [proof 1170]', () => {
  const proposing = STAFF_CALLS.flatMap(({ approval, touches }) =>
    approval === undefined ? [] : [{ action: approval.action, touches: touches === 'customer' }],
  )
  expect(proposing.some(({ touches }) => touches)).toBe(true)
  const told = new Set<string>(STAFF_ACTS)
  expect(proposing.filter(({ action, touches }) => touches !== told.has(action))).toEqual([])
})
