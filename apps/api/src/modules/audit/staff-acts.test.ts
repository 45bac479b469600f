import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { STAFF_CALLS } from '@adtally/contract/operator/staff-calls.ts'
import { STAFF_ACTS } from '@adtally/contract/staff-acts.ts'
import { expect, test } from 'vitest'
import { identityModule } from '../identity/index.ts'
import { approvedActs } from '../module.ts'

const MODULES = fileURLToPath(new URL('..', import.meta.url))
const STATEMENTS = fileURLToPath(
  new URL('.', import.meta.resolve('@adtally/contract/operator/staff-call.ts')),
)
const ROUTINES = fileURLToPath(new URL('../../database/routines', import.meta.url))

/** The approvals that a source of the contract states: name and code. */
function approvalsIn(source: string): [name: string, code: string][] {
  const stated = source.matchAll(/const (\w+): Approval = \{\s*action: '([^']+)'/g)
  return [...stated].map(([, name = '', code = '']) => [name, code])
}

/** The two-person acts that a source declares, or binds to one of these approvals: name and code. */
function madeIn(source: string, approvals: ReadonlyMap<string, string>): [name: string, code: string][] {
  const made = source.matchAll(/const (\w+) = approvedAct\((?:\{\s*action: '([^']+)'|(\w+), \{)/g)
  return [...made].map(([, name = '', code, approval = '']) => [name, code ?? approvals.get(approval) ?? ''])
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
  const stated = globSync(`${STATEMENTS}/*.ts`).map((path) => readFileSync(path, 'utf8'))
  const approvals = new Map(stated.flatMap(approvalsIn))
  const made = new Map(sources.flatMap((source) => madeIn(source, approvals)))
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

test('a statement says that its act touches a customer where it is one of those', () => {
  const proposing = STAFF_CALLS.filter(({ kind }) => kind === 'propose')
  expect(proposing.length).toBeGreaterThan(10)
  const known: readonly string[] = STAFF_ACTS
  const mistaken = proposing.filter(
    ({ approval, touches }) => known.includes(approval?.action ?? '') !== (touches === 'customer'),
  )
  expect(mistaken.map(({ name }) => name)).toEqual([])
})

test('control: an act that nobody knows is found', () => {
  const call = "audit.byStaff(tx, staff, {\n  action: 'a.b',\n  customer_id,\n})"
  expect(actsIn(call, new Map())).toEqual(['a.b'])
  expect(actsIn(call.replace('customer_id', 'reason'), new Map())).toEqual([])
  const routine =
    "perform audit.append_staff_act(\n    session_token, 'e.f', 'customer', of_customer::text, of_customer, reason,"
  expect(actsOfRoutine(routine)).toEqual(['e.f'])
  expect(actsOfRoutine(routine.replace(' of_customer,', ' null,'))).toEqual([])
  const made = madeIn("const payingAct = approvedAct({\n  action: 'c.d',", new Map())
  const verb = 'proposalVerb({\n  act: payingAct,\n  ask: () => ({ customer_id }),\n})'
  expect(actsIn(verb, new Map(made))).toEqual(['c.d'])
  const paying = new Map(approvalsIn("export const paying: Approval = {\n  action: 'c.d',"))
  expect(madeIn('const payingAct = approvedAct(paying, {', paying)).toEqual(made)
  expect(actsIn(verb.replace('(', '(pay, '), new Map(made))).toEqual(['c.d'])
  const asked = 'proposeAct(services, maker, payingAct, () => {\n      return { customer_id }\n    })'
  expect(actsIn(asked, new Map(made))).toEqual(['c.d'])
})
