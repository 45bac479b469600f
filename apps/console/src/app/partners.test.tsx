import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { PARTNER_PERSON_HEADER } from '@adtally/contract/partner/statement/session.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOffice, success } from '../testing/fake-office.ts'
import { asDesktop, buildPartner, startPartners } from '../testing/start-console.tsx'

test('somebody of a partner’s signs in by e-mail address, and sees the acts of their side [proof 1412]', async () => {
  const sent = answerOffice({ login: success(buildPartner()), 'list-people': success({ items: [] }) })
  const container = await startPartners({ person: null })
  await page.getByLabelText('Email address').fill('Ida@News.example')
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabelText('Recovery code').fill('abcd-efgh-ijkl-mnop')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'All pages' })).toBeVisible()
  expect(sent.map(({ name, input }) => [name, input])).toEqual([
    [
      'login',
      { email: 'ida@news.example', password: 'a long password', recovery_code: 'abcd-efgh-ijkl-mnop' },
    ],
  ])
  const own = PARTNER_CALLS.filter(({ sides }) => sides.includes('publisher'))
  await expect.poll(() => container.querySelectorAll('#content li').length).toBe(own.length)
  await page.getByRole('link', { name: 'List people' }).click()
  await expect.element(page.getByText('Nothing here')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ name: 'list-people', method: 'GET' })
  expect(sent.at(-1)?.headers[PARTNER_PERSON_HEADER]).toBe(buildPartner().person_id)
})

test('acts of another role say whose they are; those of the other side are not listed [proof 1413]', async () => {
  answerOffice({})
  const person = buildPartner({ role: 'member' })
  const container = await startPartners({ person })
  const own = PARTNER_CALLS.filter(({ sides }) => sides.includes('publisher'))
  await expect.poll(() => container.querySelectorAll('#content li').length).toBe(own.length)
  const of_others = own.filter(({ roles }) => !roles.includes('member'))
  expect(of_others.length).toBeGreaterThan(0)
  expect(container.textContent?.match(/Only for/g)).toHaveLength(of_others.length)
  window.location.hash = '#/acts/invite-person'
  await expect.element(page.getByText('Your role doesn’t allow this. It’s for owner.')).toBeVisible()
  expect(container.querySelector('#content form')).toBeNull()
  const foreign = PARTNER_CALLS.filter(({ sides }) => !sides.includes('publisher'))
  for (const { name } of foreign.slice(0, 1)) {
    window.location.hash = `#/acts/${name}`
    await expect.element(page.getByText('Only advertisers have this page')).toBeVisible()
  }
})

test('who is new sets up their access with both halves, and sees once what goes with it [proof 1414]', async () => {
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const sent = answerOffice({
    activate: success({
      email: 'ida@news.example',
      second_factor: `otpauth://totp/Adtally:ida?secret=${key}&issuer=Adtally`,
      recovery_codes: ['abcd-efgh-ijkl-mnop', 'bcde-fghi-jklm-nopq'],
    }),
  })
  const container = await startPartners({ person: null })
  await page.getByRole('button', { name: 'Set up with an activation code' }).click()
  await page.getByLabelText('Email address').fill('ida@news.example')
  await page.getByLabelText('First half of the code').fill('first')
  await page.getByLabelText('New password').fill('short')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  // What is missing or wrong is said at its field, and nothing leaves.
  await expect.element(page.getByLabelText('Second half of the code')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('New password')).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await page.getByLabelText('Second half of the code').fill('second')
  await page.getByLabelText('New password').fill('seven herons over the weir')
  expect(await accessibilityFaults(container)).toEqual([])
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'ida@news.example can log in now' })).toBeVisible()
  expect(sent[0]?.input).toEqual({
    email: 'ida@news.example',
    first_code: 'first',
    second_code: 'second',
    new_password: 'seven herons over the weir',
    second_factor: true,
  })
  expect(container.textContent?.replaceAll(' ', '')).toContain(key)
  expect(container.textContent).toContain('abcd-efgh-ijkl-mnop')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Log in as a partner' })).toBeVisible()
  expect(container.textContent).not.toContain('abcd-efgh-ijkl-mnop')
})

test.each(['en', 'zh-Hans'] as const)(
  'the partners’ pages are usable on a phone and at a desk in %s [proof 1415]',
  async (language) => {
    answerOffice({})
    const container = await startPartners({ language })
    await expect.poll(() => container.querySelector('#content h2')).not.toBeNull()
    expect(container.textContent).toContain('The Daily News')
    expect(await accessibilityFaults()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await asDesktop()
    expect(await accessibilityFaults()).toEqual([])
  },
)
