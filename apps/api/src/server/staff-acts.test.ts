import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from '../lib/refusal.ts'
import type { Staff, StaffVerb } from '../modules/module.ts'
import { runVerb, signOut, verbsOf } from '../modules/operators/index.ts'
import { membersWithInputs, validInputs, withValues } from '../testing/contract-surface.ts'
import type { KnownValues } from '../testing/request-arbitrary.ts'
import { withMember } from '../testing/request-shape.ts'
import { databaseDigest } from '../testing/servers/database-digest.ts'
import { testServices } from '../testing/servers/test-services.ts'
import { buildStaff, joinStaff } from '../testing/worlds/build-staff.ts'
import { MODULES } from './modules.ts'

const VERBS = verbsOf(MODULES)
/** Values that random input would not hit upon. */
const KNOWN: KnownValues = new Map([
  ['roles', ['support', 'content,risk']],
  ['by', ['1s', '2m']],
  ['width', ['320']],
  ['height', ['50']],
  ['conversion_window_days', ['7']],
  ['countries', ['DE,FR']],
  ['languages', ['de']],
  ['devices', ['phone']],
  ['operating_systems', ['android']],
  ['hours', ['mon-fri 8-20']],
  ['keywords', ['chess,board games']],
  ['keywords_any', ['chess']],
  ['keywords_none', ['war']],
  ['time_zone', ['Europe/Berlin']],
  ['country', ['DE']],
  ['language', ['de']],
  ['push', ['official']],
  ['categories_refused', ['gambling']],
])
/** How many inputs each role tries per verb. */
const INPUTS_MAX = 3
/** A flag given twice is a list; one without a value, a switch. */
const OTHER_TYPES = [null, 7.5, {}, ['x', 'y']]
const UNKEPT = ['a\0b', 'a\ud83d']

const t = await testServices({ modules: MODULES })
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const join = (username: string, role: StaffRole) => joinStaff(t.services, staff, { username, roles: [role] })
const people: [StaffRole, Staff][] = []
for (const role of STAFF_ROLES) people.push([role, await join(`only-${role.replace('_', '-')}`, role)])
const office = new Map(people)
const gone = await join('gone', 'support')
await signOut(t.services, gone.session_token)
const before = await digest()

/** The database's digest, without when each session was last used. */
async function digest(): Promise<Record<string, string>> {
  const { 'operators.sessions': _, ...rest } = await databaseDigest(t.db)
  return rest
}

/** A member of staff with that role only. */
function only(role: StaffRole | undefined): Staff {
  const person = role && office.get(role)
  if (!person) throw new Error(`nobody holds ${role}`)
  return person
}

/** The refusal with its field, or null if the act was done. Throws faults. */
async function refusalOf(verb: StaffVerb, staff: Pick<Staff, 'session_token'>, flags: unknown) {
  try {
    await runVerb(t.services, verb, staff, flags)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reason: error.reason, field: error.details.field }
  }
}

const inputsOf = (verb: StaffVerb) => validInputs(verb, KNOWN)
const membersOf = (verb: StaffVerb) => membersWithInputs(verb, KNOWN)

/** What a verb should have refused but did not. */
async function notRefused(
  verb: StaffVerb,
  tried: readonly { input: unknown; reasons?: readonly string[]; field: string }[],
): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const { input, reasons, field } of tried) {
    const refusal = await refusalOf(verb, only(verb.roles[0]), input)
    const named = refusal?.field ?? ''
    const is_named = named === field || named.startsWith(`${field}.`)
    const is_reason = !reasons || reasons.some((reason) => reason === refusal?.reason)
    if (!is_named || !is_reason) wrong.push({ input, field, refusal })
  }
  return wrong
}

test('chance hits upon an input for each verb', () => {
  expect(VERBS.filter((verb) => inputsOf(verb).length === 0).map(({ name }) => name)).toEqual([])
})

describe.each(VERBS)('$name', (verb) => {
  test('asks who is there', async () => {
    const [input] = inputsOf(verb)
    for (const session_token of ['', 'A'.repeat(43), "' or 1=1 --", gone.session_token]) {
      expect(await refusalOf(verb, { session_token }, input)).toEqual({ reason: 'token_expired' })
    }
  })

  test('is for the roles that it names and for no other, and takes no flag that it does not state', async () => {
    const [input] = inputsOf(verb)
    for (const role of STAFF_ROLES) {
      const told = verb.roles.includes(role)
        ? { reason: 'field_unknown', field: 'extra_flag' }
        : { reason: 'staff_role_missing' }
      expect([role, await refusalOf(verb, only(role), withMember(input, ['extra_flag'], 'x'))]).toEqual([
        role,
        told,
      ])
    }
  })

  test('names the flag that is missing, of another type, or not to be kept as it was given', async () => {
    const members = membersOf(verb)
    const missing = members
      .filter(({ member }) => member.required)
      .flatMap((one) => withValues(one, [undefined]))
    const others = members.flatMap((one) => withValues(one, OTHER_TYPES))
    const unkept = members
      .filter(({ member }) => member.shape.type === 'string')
      .flatMap((one) => withValues(one, UNKEPT))
    const mistyped = others.filter(({ input }) => !verb.request.safeParse(input).success)
    expect(await notRefused(verb, [...missing, ...mistyped, ...unkept])).toEqual([])
  })
})

test('none of this has changed anything', async () => {
  expect(await digest()).toEqual(before)
})

describe.each(VERBS)('$name', (verb) => {
  test('does well-formed requests or refuses them, without a fault', async () => {
    for (const input of inputsOf(verb).slice(0, INPUTS_MAX)) {
      for (const role of verb.roles) await refusalOf(verb, only(role), input)
    }
  })
})
