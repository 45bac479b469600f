import { STAFF_ROLES, type StaffRole } from './enums.ts'
import { STAFF_AREAS, type StaffCall } from './operator/statement/staff-call.ts'
import {
  PARTNER_AREAS,
  PARTNER_ROLES,
  PARTNER_SIDES,
  type PartnerCall,
} from './partner/statement/partner-call.ts'

const HEAD = `# Who may do what

What each role of the staff may do, act by act, and after that what people of advertisers and publishers may do for their own company. Two people means two: nobody approves what they proposed. \`approve\` is
open to a role for the acts where it stands as **c** here and for no other; \`refuse-proposal\` likewise, and for the maker's
own proposals, which it withdraws. \`npm run roles\` writes this page from the statements in
\`packages/contract/src/operator\` and \`packages/contract/src/partner\`; \`npm run check\` fails where it is stale.

**r** reads · **a** acts alone · **m** is the first of two people · **c** is the second · – may not.
*Fresh*: asks for a second factor within the last five minutes. *Feed*: the customer whom it touches reads it.
`

/** `docs/roles.md`: every act with what each role may do in it, by area; acts of partners by side and role. */
export function rolesPage(calls: readonly StaffCall[], partner_calls: readonly PartnerCall[]): string {
  const sections = STAFF_AREAS.flatMap((area) => {
    const of_area = calls.filter((call) => call.area === area)
    return of_area.length === 0 ? [] : [sectionOf(area, of_area)]
  })
  const of_partners = PARTNER_AREAS.flatMap((area) => {
    const of_area = partner_calls.filter((call) => call.area === area)
    return of_area.length === 0 ? [] : [partnerSectionOf(area, of_area)]
  })
  return [HEAD, ...sections, ...of_partners].join('\n')
}

/** Everybody whom an act of partners may be for. */
const PARTNERS = PARTNER_SIDES.flatMap((side) => PARTNER_ROLES.map((role) => ({ side, role })))

function partnerSectionOf(area: string, calls: readonly PartnerCall[]): string {
  const head = ['Act', ...PARTNERS.map(({ side, role }) => `${side} ${role}`), 'Besides']
  const lines = [
    head,
    head.map(() => '---'),
    ...calls.map(({ name, kind, sides, roles, proof }) => [
      `\`${name}\``,
      ...PARTNERS.map(({ side, role }) =>
        sides.includes(side) && roles.includes(role) ? LETTERS[kind] : '–',
      ),
      proof === 'fresh' ? 'fresh' : '–',
    ]),
  ]
  return [`## Partners: ${area}`, ...lines.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n')
}

function sectionOf(area: string, calls: readonly StaffCall[]): string {
  const lines = [
    ['Act', ...STAFF_ROLES, 'Besides'],
    ['Act', ...STAFF_ROLES, 'Besides'].map(() => '---'),
    ...calls.map((call) => [
      `\`${call.name}\``,
      ...STAFF_ROLES.map((role) => partOf(call, role)),
      besides(call),
    ]),
  ]
  const title = `${area.slice(0, 1).toUpperCase()}${area.slice(1)}`
  return [`## ${title}`, ...lines.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n')
}

const LETTERS = { read: 'r', act: 'a', propose: 'm' } as const

/** What somebody with this role alone may do in an act. */
function partOf({ kind, roles, approval }: StaffCall, role: StaffRole): string {
  const parts = [roles.includes(role) ? LETTERS[kind] : '', approval?.roles.includes(role) ? 'c' : '']
  return parts.filter(Boolean).join(' ') || '–'
}

function besides({ proof, touches, judges, approval }: StaffCall): string {
  const said = [
    proof === 'fresh' ? 'fresh' : '',
    touches === 'customer' ? 'feed' : '',
    judges === undefined ? '' : `not by those who made or approved its \`${judges}\``,
    approval?.stands_on === undefined
      ? ''
      : `not approved by those who brought it by \`${approval.stands_on}\``,
  ]
  return said.filter(Boolean).join('; ') || '–'
}
