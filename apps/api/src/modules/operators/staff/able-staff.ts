import type { StaffRole } from '@adtally/contract/enums.ts'
import { approvedActs, type Colleague, type Module } from '../../module.ts'
import { hasFourEyes, holdsRole } from '../rules.ts'

type Roles = readonly StaffRole[]

/** The roles for an act of two people. */
export interface ActRights {
  maker_roles: Roles
  checker_roles: Roles
  /** For acts based on what two people brought, neither of whom may approve it: who may bring it. */
  bringer_roles: Roles | null
}

/** A verb by which a third person judges what two people did. */
export interface JudgeRights {
  judge_roles: Roles
  maker_roles: Roles
  checker_roles: Roles
}

/** All that a staff must have people for. */
export interface Rights {
  acts: readonly ActRights[]
  judges: readonly JudgeRights[]
}

/** The rights that these modules' verbs and acts require. */
export function rightsOf(modules: readonly Module[]): Rights {
  const verbs = modules.flatMap((module) => module.verbs ?? [])
  const acts = approvedActs(modules)
  const makersOf = (action: string) => [
    ...new Set(verbs.filter(({ proposes }) => proposes?.action === action).flatMap(({ roles }) => roles)),
  ]
  const checkersOf = (action: string) => acts.find((act) => act.action === action)?.checker_roles ?? []
  return {
    acts: acts.map(({ action, checker_roles, stands_on }) => ({
      maker_roles: makersOf(action),
      checker_roles,
      bringer_roles:
        stands_on === undefined ? null : (verbs.find(({ name }) => name === stands_on)?.roles ?? []),
    })),
    judges: verbs.flatMap(({ judges, roles }) =>
      judges === undefined
        ? []
        : [{ judge_roles: roles, maker_roles: makersOf(judges), checker_roles: checkersOf(judges) }],
    ),
  }
}

/**
 * What `people` lack to run a live ledger (PRODUCT §2.9), in words; empty if they suffice. Every act of two people
 * needs a maker and another person as checker who has not brought what it is based on; and whichever two place a
 * hold, somebody else must be able to decide an appeal.
 */
export function lackingForLive({ acts, judges }: Rights, people: readonly Colleague[]): string[] {
  const holders = (roles: Roles) => people.filter((person) => holdsRole(person, roles))
  const missing = [...acts.flatMap((act) => [act.maker_roles, act.checker_roles]), ...judges.map(judgesOf)]
    .filter((roles) => holders(roles).length === 0)
    .filter((roles, _place, all) => !all.some((others) => isNarrower(others, roles)))
  const lacking = missing.map((roles) => `nobody with ${either(roles)}`)
  for (const { maker_roles, checker_roles, bringer_roles } of acts) {
    const [makers, checkers] = [holders(maker_roles), holders(checker_roles)]
    const [only] = checkers
    if (!only || makers.length === 0) continue
    if (!hasFourEyes(people, maker_roles, checker_roles)) {
      lacking.push(
        `nobody with ${either(checker_roles)} beside ${only.username}, who is the only one to propose`,
      )
      continue
    }
    const can_stand = checkers.some(
      (checker) =>
        makers.some((maker) => maker !== checker) &&
        holders(bringer_roles ?? []).filter((bringer) => bringer !== checker).length >= 2,
    )
    if (bringer_roles && !can_stand) {
      lacking.push(
        `no third person for bank statements, which two with ${either(bringer_roles)} bring and another with ${either(checker_roles)} decides on`,
      )
    }
  }
  for (const { judge_roles, maker_roles, checker_roles } of judges) {
    const pair = holders(maker_roles)
      .flatMap((maker) => holders(checker_roles).map((checker) => [maker, checker]))
      .find(
        ([maker, checker]) =>
          maker !== checker && !holders(judge_roles).some((judge) => judge !== maker && judge !== checker),
      )
    if (pair && holders(judge_roles).length > 0) {
      const names = pair.map(({ username }) => username).join(' and ')
      lacking.push(`nobody third with ${either(judge_roles)} to decide an appeal against a hold of ${names}`)
    }
  }
  return [...new Set(lacking)]
}

function judgesOf({ judge_roles }: JudgeRights): Roles {
  return judge_roles
}

/** Whether everybody with one of `others` has one of `roles`, but not the other way round. */
function isNarrower(others: Roles, roles: Roles): boolean {
  return others.length < roles.length && others.every((role) => roles.includes(role))
}

function either(roles: Roles): string {
  const sorted = [...roles].toSorted()
  return sorted.length < 2 ? sorted.join('') : `${sorted.slice(0, -1).join(', ')} or ${sorted.at(-1)}`
}
