import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersOf } from '../../testing/act-inputs.ts'
import { answerOffice, refusal, type Sent, success } from '../../testing/fake-office.ts'
import { asDesktop, buildPerson, startConsole } from '../../testing/start-console.tsx'
import { memberOf } from './components/answer/shape-of.ts'

const HOLD_ID = '01890000-0000-7000-8000-0000000000f1'
const UNTIL = '2026-11-30T12:05:00Z'
const AT = `/acts/release-hold?hold_id=${HOLD_ID}`

/** An office in which somebody may be at a hold; `state` says who, and what was sent. */
function officeWith(held_by: string | null, refuses = false) {
  const state = { held_by }
  const piece = { work: 'hold', subject_id: HOLD_ID, held_until: UNTIL }
  const sent = answerOffice({
    'list-claims': () =>
      success({
        items: state.held_by === null ? [] : [{ ...piece, held_by: state.held_by, claimed_at: UNTIL }],
      }),
    claim: () => {
      if (refuses) {
        state.held_by = 'vera'
        return refusal(405, 'vera is at this', { reason: 'work_claimed' })
      }
      state.held_by = 'mira'
      return success({ ...piece, held_by: 'mira' })
    },
    'release-claim': () => {
      state.held_by = null
      return success({ work: 'hold', subject_id: HOLD_ID })
    },
    'release-hold': () => success({ hold_id: HOLD_ID }),
  })
  return { sent, of: (name: string) => sent.filter((one) => one.name === name) }
}
const inputsOf = (sent: Sent[]) => sent.map(({ input }) => input)

test.each(['en', 'zh-Hans'] as const)(
  'another’s piece of work is sent only once it is taken over, by one key or one click, and given back, in %s [proof 1314]',
  async (language) => {
    const { of } = officeWith('vera')
    const container = await startConsole({ at: AT, language })
    await expect.element(page.getByText(/^vera/)).toBeVisible()
    expect(await accessibilityFaults(container)).toEqual([])
    const submit = () => container.querySelector('button[type="submit"]')
    await expect.poll(() => submit()?.getAttribute('aria-disabled')).toBe('true')
    const form = container.querySelector<HTMLFormElement>('main form')
    form?.requestSubmit()
    // What is typed is no key.
    await userEvent.click(container.querySelector('textarea') ?? container)
    await userEvent.keyboard('t')
    expect(of('release-hold')).toEqual([])
    expect(of('claim')).toEqual([])
    await userEvent.click(page.getByRole('heading', { level: 1 }))
    await userEvent.keyboard('t')
    await expect.poll(() => submit()?.getAttribute('aria-disabled')).not.toBe('true')
    expect(inputsOf(of('claim'))).toEqual([{ work: 'hold', subject_id: HOLD_ID, take_over: true }])
    form?.requestSubmit()
    await expect.poll(() => of('release-hold').length).toBe(1)
  },
)

test('what nobody is at is taken and given back; whoever was first is shown to the second [proof 1315]', async () => {
  const own = officeWith(null)
  await startConsole({ at: AT })
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect.element(page.getByText(/^You’re at this until/)).toBeVisible()
  expect(inputsOf(own.of('claim'))).toEqual([{ work: 'hold', subject_id: HOLD_ID }])
  // At once it would be the same tap.
  await userEvent.click(page.getByRole('heading', { level: 1 }))
  await page.getByRole('button', { name: 'Give it back' }).click()
  await expect.element(page.getByText(/^Nobody is at this/)).toBeVisible()
})

test('of two at once the second sees who was first', async () => {
  officeWith(null, true)
  await startConsole({ at: AT })
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect.element(page.getByText(/^vera is at this until/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Take it over' })).toBeVisible()
})

test.each([
  ['auditor', 'show-proposal?proposal_id'],
  ['risk', 'show-payout-file?payout_file_id'],
] as const)('who may do no work of its kind only looks: %s at %s [proof 1465]', async (role, act) => {
  officeWith(null)
  const person = buildPerson({ roles: [role] })
  await startConsole({ at: `/acts/${act}=01890000-0000-7000-8000-0000000000f2`, person })
  await expect.element(page.getByText(/^Nobody is at this/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Take it' }).query()).toBeNull()
})

test('a list says at the row who is at it', async () => {
  await asDesktop()
  const call = STAFF_CALLS.find(({ name }) => name === 'list-holds')
  if (!call) throw new Error('no list of holds is stated')
  const [row] = answersOf(call, 20).flatMap((answer) => {
    const items = memberOf(answer, 'items')
    return Array.isArray(items) ? items : []
  })
  answerOffice({ 'list-holds': success({ items: [{ ...row, held_by: 'vera' }], next_cursor: null }) })
  const container = await startConsole({ at: '/acts/list-holds' })
  await expect.poll(() => container.querySelector('tbody td')?.textContent).toContain('vera is at this')
  expect(await accessibilityFaults(container)).toEqual([])
})
