import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MODULES } from '../../../server/modules.ts'
import type { Colleague } from '../../module.ts'
import { excludedPair } from '../rules.ts'
import { lackingForLive, type Rights, rightsOf } from './able-staff.ts'

const RIGHTS = rightsOf(MODULES)
const NAMES = ['ann', 'bob', 'cleo', 'dora', 'emil', 'finn', 'gus']
/** Every set of roles that somebody may hold. */
const SETS = Array.from({ length: 2 ** STAFF_ROLES.length - 1 }, (_, mask) =>
  STAFF_ROLES.filter((_role, place) => ((mask + 1) >> place) % 2 === 1),
).filter((roles) => excludedPair(roles) === null)

const peopleOf = (sets: readonly (readonly StaffRole[])[]): Colleague[] =>
  sets.map((roles, place) => ({ staff_id: String(place), username: NAMES[place] ?? 'x', roles }))
const staffs = (people_max: number) =>
  fc.array(fc.constantFrom(...SETS), { maxLength: people_max }).map(peopleOf)
/** Staffs close to the smallest that suffices, which random ones would rarely hit. */
const near = fc
  .shuffledSubarray([
    ...[['admin'], ['admin'], ['finance_maker', 'support'], ['finance_maker'], ['finance_checker', 'risk']],
    ...[['risk', 'content'], ['finance_checker']],
  ] as StaffRole[][])
  .map(peopleOf)

/** The same answer by brute force: everybody tries everything in every combination, with the program's rules. */
function livesThrough({ acts, judges }: Rights, people: readonly Colleague[]): boolean {
  const may = (person: Colleague, roles: readonly StaffRole[]) =>
    person.roles.some((role) => roles.includes(role))
  let all_done = true
  for (const { maker_roles, checker_roles, bringer_roles } of acts) {
    let done = false
    for (const maker of people) {
      for (const checker of people) {
        if (maker === checker || !may(maker, maker_roles) || !may(checker, checker_roles)) continue
        if (!bringer_roles) done = true
        for (const first of people) {
          for (const second of people) {
            const bring = bringer_roles && may(first, bringer_roles) && may(second, bringer_roles)
            if (bring && first !== second && first !== checker && second !== checker) done = true
          }
        }
      }
    }
    all_done &&= done
  }
  for (const { judge_roles, maker_roles, checker_roles } of judges) {
    for (const maker of people) {
      for (const checker of people) {
        if (maker === checker || !may(maker, maker_roles) || !may(checker, checker_roles)) continue
        const third = people.some(
          (person) => person !== maker && person !== checker && may(person, judge_roles),
        )
        all_done &&= third
      }
    }
  }
  return all_done
}

describe('staff suffice for a live ledger', () => {
  test('exactly where every act has been lived through by able people, and every appeal by a third [proof 270]', () => {
    const seen = { enough: 0, lacking: 0 }
    fc.assert(
      fc.property(fc.oneof(staffs(7), near), (people) => {
        const lacking = lackingForLive(RIGHTS, people)
        seen[lacking.length === 0 ? 'enough' : 'lacking'] += 1
        expect(lacking.length === 0, lacking.join('; ')).toBe(livesThrough(RIGHTS, people))
      }),
      { numRuns: 1_500 },
    )
    expect(Math.min(seen.enough, seen.lacking)).toBeGreaterThan(20)
  })

  test('no less for one person more, whoever it is, and never for four', () => {
    fc.assert(
      fc.property(fc.oneof(staffs(6), near), fc.constantFrom(...SETS), (people, roles) => {
        if (lackingForLive(RIGHTS, people).length > 0) return
        expect(people.length).toBeGreaterThan(4)
        const newcomer = { staff_id: 'n', username: 'newcomer', roles }
        expect(lackingForLive(RIGHTS, [...people, newcomer])).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('what is lacking is named', () => {
  const ADMINS: StaffRole[][] = [['admin'], ['admin']]
  test.each<[string, StaffRole[][], string[]]>([
    [
      'two admins alone',
      ADMINS,
      ['nobody with finance_checker', 'nobody with finance_maker', 'nobody with risk'],
    ],
    [
      'one who checks and also brings the statements',
      [...ADMINS, ['finance_maker', 'support', 'content'], ['finance_checker'], ['risk']],
      [
        'no third person for bank statements, which two with finance_checker or finance_maker bring and another with finance_checker decides on',
      ],
    ],
    [
      'nobody third for appeals',
      [...ADMINS, ['finance_maker', 'content'], ['finance_maker', 'risk'], ['finance_checker', 'risk']],
      [
        'nobody third with finance_checker, risk or support to decide an appeal against a hold of dora and emil',
      ],
    ],
    [
      'one admin',
      [
        ['admin'],
        ['finance_maker', 'support'],
        ['finance_maker'],
        ['finance_checker', 'risk'],
        ['risk', 'content'],
      ],
      ['nobody with admin beside ann, who is the only one to propose'],
    ],
  ])('%s', (_name, sets, said) => {
    expect(lackingForLive(RIGHTS, peopleOf(sets)).toSorted()).toEqual(said)
  })

  test('nothing, of the least staff that does', () => {
    const least: StaffRole[][] = [
      ...ADMINS,
      ['finance_maker', 'support'],
      ['finance_maker'],
      ['finance_checker', 'risk'],
      ['risk', 'content'],
    ]
    expect(lackingForLive(RIGHTS, peopleOf(least))).toEqual([])
  })
})
