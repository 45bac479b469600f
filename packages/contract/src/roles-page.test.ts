import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STAFF_ROLES } from './enums.ts'
import type { StaffCall } from './operator/statement/staff-call.ts'
import { STAFF_CALLS } from './operator/statement/staff-calls.ts'
import { PARTNER_CALLS } from './partner/statement/partner-calls.ts'
import { rolesPage } from './roles-page.ts'

const PAGE = readFileSync(new URL('../../../docs/roles.md', import.meta.url), 'utf8')

/** The statements with one of them changed. */
function changed(name: string, change: (call: StaffCall) => StaffCall): StaffCall[] {
  return STAFF_CALLS.map((call) => (call.name === name ? change(call) : call))
}

/** What a role may do by the page, such as `m c`. */
function cellOf(name: string, role: (typeof STAFF_ROLES)[number]): string | undefined {
  const line = PAGE.split('\n').find((each) => each.startsWith(`| \`${name}\` |`)) ?? ''
  return line.split('|')[2 + STAFF_ROLES.indexOf(role)]?.trim()
}

describe('docs/roles.md', () => {
  test('says of every act who may do it, as its statement does; `npm run roles` writes it [proof 1175]', () => {
    expect(PAGE).toBe(rolesPage(STAFF_CALLS, PARTNER_CALLS))
    const told = PAGE.matchAll(/^\| `([^`]+)` \|/gm)
    expect([...told].map(([, name]) => name).toSorted()).toEqual(
      [...STAFF_CALLS, ...PARTNER_CALLS].map(({ name }) => name).toSorted(),
    )
  })

  test('control: is stale where a statement lost a role, another may approve, or an act is new [proof 1176]', () => {
    const lost = changed('place-hold', (call) => ({ ...call, roles: ['risk'] }))
    expect(rolesPage(lost, PARTNER_CALLS)).not.toBe(PAGE)
    const approved = changed('place-hold', (call) =>
      call.approval ? { ...call, approval: { ...call.approval, roles: ['risk', 'admin'] } } : call,
    )
    expect(rolesPage(approved, PARTNER_CALLS)).not.toBe(PAGE)
    const proved = changed('approve', ({ proof: _proof, ...call }) => call)
    expect(rolesPage(proved, PARTNER_CALLS)).not.toBe(PAGE)
    const [first] = STAFF_CALLS
    expect(rolesPage(first ? [...STAFF_CALLS, { ...first, name: 'a-new-act' }] : [], PARTNER_CALLS)).not.toBe(
      PAGE,
    )
  })

  test('says the same of partners by side and role, and is stale where one of them lost an act [proof 1367]', () => {
    const line = PAGE.split('\n').find((each) => each.startsWith('| `invite-person` |'))
    expect(line).toBe('| `invite-person` | a | – | – | a | – | – | fresh |')
    const lost = PARTNER_CALLS.map((call) =>
      call.name === 'list-people' ? { ...call, sides: ['publisher'] as const } : call,
    )
    expect(rolesPage(STAFF_CALLS, lost)).not.toBe(PAGE)
  })

  test('tells reading, acting alone, and the first and second of two people apart', () => {
    expect(STAFF_ROLES.map((role) => cellOf('place-hold', role))).toEqual([
      ...['–', '–', 'm', 'c', 'm c', '–', '–'],
    ])
    expect(cellOf('list-holds', 'auditor')).toBe('r')
    expect(cellOf('release-hold', 'finance_maker')).toBe('a')
  })
})
