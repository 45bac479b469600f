import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { MatrixStaff, tryAboutOneself, tryActs, tryDecisions } from '../../testing/office/office-matrix.ts'
import { type PageAct, readRolesPage } from '../../testing/office/roles-page.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'

// One cell in ten; the gate tries all of them (e2e/prove/office-matrix.gate.ts).
const STEP = Number(process.env.OFFICE_MATRIX_STEP ?? 10)

const program = await testProgram()
afterAll(() => program.close())
const staff = await MatrixStaff.join(program, await buildStaff(program.services))
const PAGE = readRolesPage(readFileSync(new URL('../../../../../docs/roles.md', import.meta.url), 'utf8'))

/** The page with something else in it about one act. */
const pageWith = (name: string, said: Partial<PageAct>) =>
  PAGE.filter((act) => act.name === name).map((act) => ({ ...act, ...said }))

test('the page names every act of staff that is served, and none else', () => {
  expect(PAGE.map(({ name }) => name).toSorted()).toEqual(staff.acts.map(({ name }) => name).toSorted())
})

test('each act lets in whom the page says, with the proof that it says, over HTTP and in the module [proof 1320]', {
  timeout: 900_000,
}, async ({ task }) => {
  const { tried, faults } = await tryActs(staff, PAGE, STEP)
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan((PAGE.length * 30) / STEP - PAGE.length)
  Object.assign(task.meta, { figure: `${tried} requests of ${PAGE.length} acts` })
})

test('a proposal is decided on by whom the page says, never by its maker, who may take it back [proof 1321]', {
  timeout: 900_000,
}, async ({ task }) => {
  const { tried, faults } = await tryDecisions(staff, PAGE, STEP)
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(1_000 / STEP)
  Object.assign(task.meta, { figure: `${tried} decisions` })
})

test('nobody approves what is about themselves [proof 1322]', async () => {
  const { tried, faults } = await tryAboutOneself(staff, PAGE)
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(8)
})

test('control: a page that gives an act to another role, asks another proof or has another second person is found', async () => {
  const lent = await tryActs(staff, pageWith('place-hold', { callers: ['support'] }), 1)
  // Support is said to be let in, risk and the maker are said not to be: two sessions each, by both faces.
  expect(lent.faults).toHaveLength(3 * 2 * 2)
  const proved = await tryActs(staff, pageWith('place-hold', { is_fresh: true }), 1)
  expect(proved.faults).toHaveLength(2 * 2)
  const decided = await tryDecisions(staff, pageWith('move-platform-money', { checkers: ['risk'] }), 1)
  expect(decided.faults).toHaveLength(2 * 2 * 2)
})

test('an auditor acts on nothing but their own sessions, and reads all that is only read [proof 1323]', () => {
  const auditors = PAGE.filter(({ callers, checkers }) => [...callers, ...checkers].includes('auditor'))
  const acting = auditors.filter(({ name }) => staff.verb(name).kind !== 'read').map(({ name }) => name)
  expect(acting.toSorted()).toEqual([
    'change-password',
    'end-own-session',
    // That they did is kept, here and in the last.
    'open-evidence',
    'remove-own-passkey',
    'renew-recovery-codes',
    'save-audit-entries',
  ])
  const reads = staff.acts.filter(({ kind }) => kind === 'read').map(({ name }) => name)
  expect(auditors.map(({ name }) => name)).toEqual(expect.arrayContaining(reads))
})
