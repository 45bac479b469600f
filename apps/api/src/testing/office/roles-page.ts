import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'

/** What `docs/roles.md` says of one act. */
export interface PageAct {
  name: string
  /** Who calls it: reads it, acts alone, or is the first of two. */
  callers: readonly StaffRole[]
  /** Who is the second of two. */
  checkers: readonly StaffRole[]
  is_proposed: boolean
  is_fresh: boolean
  touches_customer: boolean
}

/**
 * Reads the page as a person does, by its tables of staff alone, so that what it says is held to what the program does;
 * partners' stand below them.
 */
export function readRolesPage(page: string): PageAct[] {
  const [of_staff = ''] = page.split('\n## Partners')
  const rows = of_staff.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  let heads: string[] = []
  const acts: PageAct[] = []
  for (const line of rows) {
    const cells = cellsOf(line)
    const [first = ''] = cells
    if (first === 'Act') heads = cells
    if (!first.startsWith('`')) continue
    const parts = (role: StaffRole) => (cells[heads.indexOf(role)] ?? '').split(' ')
    const besides = (cells[heads.indexOf('Besides')] ?? '').split('; ')
    acts.push({
      name: first.replaceAll('`', ''),
      callers: STAFF_ROLES.filter((role) => parts(role).some((part) => ['r', 'a', 'm'].includes(part))),
      checkers: STAFF_ROLES.filter((role) => parts(role).includes('c')),
      is_proposed: STAFF_ROLES.some((role) => parts(role).includes('m')),
      is_fresh: besides.includes('fresh'),
      touches_customer: besides.includes('feed'),
    })
  }
  return acts
}
