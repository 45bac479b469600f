import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import { customerHandle } from '@adtally/contract/operator/statement/fields.ts'
import { fileFieldsOf, GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Staff, StaffVerb } from '../modules/module.ts'
import { inputOf, runVerb, verbsOf } from '../modules/operators/index.ts'
import { validInputs } from '../testing/contract-surface.ts'
import { refusalOf } from '../testing/reason-of.ts'
import { type TestServices, testServices } from '../testing/servers/test-services.ts'
import { buildStaff, joinStaff } from '../testing/worlds/build-staff.ts'
import { MODULES } from './modules.ts'

const VERBS = verbsOf(MODULES)

/** A verb's flags with their schemas, without the wrapper of optional ones. */
function flagsOf({ request }: StaffVerb): [name: string, schema: z.core.$ZodType][] {
  return Object.entries(request.shape).map(([name, schema]) => [name, unwrapped(schema)])
}
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType }: { innerType?: z.core.$ZodType } = Object(schema._zod.def)
  return innerType ?? schema
}

describe('every verb', () => {
  test('calls a customer `customer`, and reads one as every other does [proof 537]', () => {
    const named = VERBS.flatMap((verb) =>
      flagsOf(verb).flatMap(([name, schema]) =>
        /^(customer(_|$)|operated_id|user(_|$))/.test(name) || schema === customerHandle
          ? [[verb.name, name, schema === customerHandle]]
          : [],
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(([, name, is_one]) => name !== 'customer' || is_one !== true)).toEqual([])
  })

  test('reads a number in small letters and with blanks around it as in capitals', () => {
    const read: string[] = []
    for (const verb of VERBS) {
      for (const [name, schema] of flagsOf(verb)) {
        for (const kind of ['W', 'D', 'P', 'R', 'X']) {
          const number = `${kind}100001`
          // A flag that also takes a name or any text does not read a number.
          const is_text = ['a text of words', 'a-name'].some((given) => z.safeParse(schema, given).success)
          if (is_text || !z.safeParse(schema, number).success) continue
          const { data } = z.safeParse(schema, number)
          expect([verb.name, name, z.safeParse(schema, ` ${number.toLowerCase()} `).data]).toEqual([
            ...[verb.name, name, data],
          ])
          read.push(verb.name)
        }
      }
    }
    expect(read).toEqual(
      expect.arrayContaining(['approve-withdrawal', 'confirm-deposit-return', 'return-payout', 'place-hold']),
    )
  })

  test('takes money in major units: no flag is in millionths or hundredths', () => {
    const names = VERBS.flatMap((verb) => flagsOf(verb).map(([name]) => `${verb.name} ${name}`))
    expect(names.filter((name) => /_(micros|cents|bytes)$/.test(name))).toEqual([])
  })
})

const READING = VERBS.flatMap((verb) =>
  fileFieldsOf(verb.request).map((name) => [verb.name, name, verb] as const),
)

describe('a file that staff name', () => {
  let t: TestServices
  let people: readonly Staff[]
  beforeAll(async () => {
    t = await testServices({ modules: MODULES })
    const staff = await buildStaff(t.services)
    const roles = STAFF_ROLES.filter((role) => role !== 'admin')
    people = await Promise.all([
      ...staff.admins,
      ...roles.map((role) =>
        joinStaff(t.services, staff, { username: role.replace('_', '-'), roles: [role] }),
      ),
    ])
  })
  afterAll(() => t.close())

  const nowhere = () => join(t.services.settings.data_dir, 'nowhere')

  /** The refusals of a verb whose file is gone by now, with the field to blame, for each generated input. */
  async function refusedWithout(name: string, verb: StaffVerb): Promise<string[]> {
    const person = people.find(({ roles }) => roles.some((role) => verb.roles.includes(role)))
    if (!person) throw new Error(`nobody may ${verb.name}`)
    const gone = new GivenFile({ name: 'gone', bytes: 1, open: () => createReadStream(nowhere()) })
    const tried = validInputs({ request: verb.request }, new Map()).map(async (input) => {
      const flags = { ...Object(input), [name]: gone }
      const { reason, details } = await refusalOf(runVerb(t.services, verb, person, flags))
      return `${reason} ${details.field}`
    })
    return [...new Set(await Promise.all(tried))]
  }

  test.each(READING)('%s --%s is said to be unreadable where nothing is', async (_verb, name, verb) => {
    const typed = async () => inputOf(verb.request, [[name, nowhere()]], {})
    expect(await refusalOf(typed())).toMatchObject({ reason: 'file_unreadable', details: { field: name } })
  })

  test.each(READING)('%s takes its %s from nothing but a file', (_verb, name, verb) => {
    for (const given of [nowhere(), Buffer.from('content'), { name, bytes: 1 }, null]) {
      const { error } = z.safeParse(verb.request, { [name]: given })
      const found = error?.issues.find(({ path }) => path[0] === name)
      expect(found?.message).toBe(given === null ? 'field_required' : 'field_invalid')
    }
  })

  test.each(READING)(
    '%s --%s is said to be unreadable where it has gone since',
    async (_verb, name, verb) => {
      const refusals = await refusedWithout(name, verb)
      // A verb may look at another flag first, and report that.
      const others = new Set(
        flagsOf(verb)
          .filter(([other]) => other !== name)
          .flatMap(([other]) => [`record_not_found ${other}`, `field_invalid ${other}`]),
      )
      expect(refusals.filter((told) => !others.has(told) && told !== `file_unreadable ${name}`)).toEqual([])
      expect(refusals).not.toEqual([])
    },
  )

  test('is found wanting by its own flag in most verbs', async () => {
    const told: string[] = []
    for (const [, name, verb] of READING) told.push(...(await refusedWithout(name, verb)))
    expect(told.filter((refusal) => refusal.startsWith('file_unreadable')).length).toBeGreaterThan(3)
  })
})
