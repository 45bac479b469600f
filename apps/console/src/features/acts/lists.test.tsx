import { STAFF_AREAS, type StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersOf } from '../../testing/act-inputs.ts'
import { answerOffice, refusal, success } from '../../testing/fake-office.ts'
import { asDesktop, buildPerson, startConsole } from '../../testing/start-console.tsx'
import { memberOf } from './components/answer/shape-of.ts'

function listHolds(): StaffCall {
  const call = STAFF_CALLS.find(({ name }) => name === 'list-holds')
  if (!call) throw new Error('no list of holds is stated')
  return call
}

/** A row of the list of holds. */
const row = answersOf(listHolds(), 20).flatMap((answer) => {
  const items = memberOf(answer, 'items')
  return Array.isArray(items) ? items : []
})[0]

const holdsPage = (amount: string, next_cursor: string | null) =>
  success({ items: [{ ...row, amount, source: 'available' }], next_cursor })

test('a list turns its pages by cursor, and back [proof 1241]', async () => {
  await asDesktop()
  const sent = answerOffice({
    'list-holds': ({ input: { cursor } }) =>
      cursor === 'second' ? holdsPage('2.00', null) : holdsPage('1.00', 'second'),
  })
  await startConsole({ at: '/acts/list-holds' })
  await expect.element(page.getByText('1.00')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Previous page' }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('2.00')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Next page' }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(page.getByText('1.00')).toBeVisible()
  expect(sent.slice(0, 2).map(({ method, input }) => [method, input])).toEqual([
    ['GET', {}],
    ['GET', { cursor: 'second' }],
  ])
})

test('a row offers the acts that take what it names, filled in, and only those of one’s roles [proof 1242]', async () => {
  await asDesktop()
  answerOffice({ 'list-holds': holdsPage('1.00', null) })
  await startConsole({ at: '/acts/list-holds', person: buildPerson({ roles: ['finance_maker'] }) })
  await page.getByRole('button', { name: 'Acts for row 1' }).click()
  const hold_id = String(memberOf(row, 'hold_id'))
  await expect
    .element(page.getByRole('link', { name: 'Release hold' }))
    .toHaveAttribute('href', `#/acts/release-hold?hold_id=${hold_id}`)
  await expect.element(page.getByRole('link', { name: 'Place hold' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Decide appeal' }).query()).toBeNull()
  await page.getByRole('link', { name: 'Release hold' }).click()
  await expect.element(page.getByLabelText('Hold ID')).toHaveValue(hold_id)
})

test('a list that is refused says why, and can be asked for again', async () => {
  const replies = [refusal(405, 'Not now', { reason: 'too_many_requests' }), holdsPage('1.00', null)]
  answerOffice({ 'list-holds': () => replies.shift() ?? null })
  await startConsole({ at: '/acts/list-holds' })
  await expect.element(page.getByText('Not now')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('1.00')).toBeVisible()
})

describe('the list of acts', () => {
  test('shows every act by area; those of others say for whom they are [proof 1243]', async () => {
    answerOffice({})
    const container = await startConsole({ person: buildPerson({ roles: ['auditor'] }) })
    await expect.poll(() => container.querySelectorAll('#content li').length).toBe(STAFF_CALLS.length)
    const areas = STAFF_AREAS.filter((area) => STAFF_CALLS.some((call) => call.area === area))
    expect(container.querySelectorAll('#content section')).toHaveLength(areas.length)
    const of_others = STAFF_CALLS.filter(({ roles }) => !roles.includes('auditor'))
    expect(container.textContent?.match(/Only for/g)).toHaveLength(of_others.length)
    await page.getByLabelText('Search acts').fill('legal document')
    await expect.element(page.getByRole('link', { name: 'Review hold' })).toBeVisible()
    expect(page.getByRole('link', { name: 'Release hold' }).query()).toBeNull()
    await page.getByLabelText('Search acts').fill('no act has this')
    await expect.element(page.getByText('No act has these words')).toBeVisible()
  })

  test('an act that one’s roles don’t allow shows what it is and no form [proof 1244]', async () => {
    answerOffice({})
    const person = buildPerson({ roles: ['auditor'] })
    const container = await startConsole({ at: '/acts/place-hold', person })
    await expect.element(page.getByText(/Your roles don’t allow this act/)).toBeVisible()
    expect(container.querySelector('#content form')).toBeNull()
  })

  test.each(['en', 'zh-Hans'] as const)(
    'is usable at a desk and on a phone in %s [proof 1245]',
    async (language) => {
      answerOffice({})
      const container = await startConsole({ language, person: buildPerson({ roles: ['support'] }) })
      await expect.poll(() => container.querySelector('#content h2')).not.toBeNull()
      expect(await accessibilityFaults()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await asDesktop()
      expect(await accessibilityFaults()).toEqual([])
      document.documentElement.dataset.appearance = 'dark'
      expect(await accessibilityFaults()).toEqual([])
      delete document.documentElement.dataset.appearance
    },
  )
})

test('a link from elsewhere has nobody look at a customer: it waits for a click, and fills in no secret [proof 1283]', async () => {
  const sent = answerOffice({})
  const container = await startConsole({ at: '/acts/customer-show?customer=robin' })
  await expect.element(page.getByRole('button', { name: 'Show' })).toBeVisible()
  await expect.element(page.getByLabelText('Customer')).toHaveValue('robin')
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Show' }).click()
  await expect
    .poll(() => sent.map(({ name, input }) => [name, input]))
    .toContainEqual(['customer-show', { customer: 'robin' }])
  window.location.hash = '#/acts/change-password?password=known-to-others&new_password=known-to-others'
  await expect.element(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
  const typed = [...container.querySelectorAll<HTMLInputElement>('#content form input')]
  expect(typed.map(({ name, value }) => [name, value])).toEqual([
    ['password', ''],
    ['new_password', ''],
  ])
})
