import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOffice, refusal, success } from '../../testing/fake-office.ts'
import { buildPerson, startConsole } from '../../testing/start-console.tsx'

const factors = success({
  authenticator_app: true,
  recovery_codes_left: 3,
  checks_money_from: '2100-01-01T00:00:00Z',
  items: [
    {
      passkey_id: '01890000-0000-7000-8000-0000000000d1',
      name: 'Desk key',
      added_at: '2026-11-30T08:00:00Z',
      last_used_at: null,
    },
  ],
})

test('who lost the app logs in with a recovery code, which takes the code’s place', async () => {
  const sent = answerOffice({
    login: refusal(405, 'The code isn’t right', { reason: 'second_factor_wrong' }),
  })
  await startConsole({ person: null })
  await page.getByLabelText('Name').fill('mira')
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByLabelText('Code for two-step verification').fill('123456')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabelText('Recovery code').fill('abcd-efgh-ijkl-mnop')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.element(page.getByLabelText('Recovery code')).toHaveAttribute('aria-invalid', 'true')
  expect(sent.map(({ input }) => input)).toEqual([
    { username: 'mira', password: 'a long password', recovery_code: 'abcd-efgh-ijkl-mnop' },
  ])
})

test.each(['en', 'zh-Hans'] as const)(
  'who is new sets up what they sign in with by the halves of a code, and sees once what to keep, in %s',
  async (language) => {
    const sent = answerOffice({
      activate: success({
        username: 'dora',
        second_factor: 'otpauth://totp/Adtally:dora?secret=ABCDEFGHIJKLMNOP&issuer=Adtally',
        recovery_codes: Array.from({ length: 8 }, (_, index) => `abcd-efgh-ijkl-mno${index}`),
      }),
    })
    const container = await startConsole({ person: null, language })
    const last = () => [...container.querySelectorAll<HTMLButtonElement>('main form button')].at(-1)
    await expect.poll(last).toBeDefined()
    last()?.click()
    const field = (name: string) => container.querySelector<HTMLInputElement>(`[name="${name}"]`)
    await expect.poll(() => field('first_code')).not.toBeNull()
    const typed = { username: 'dora', first_code: 'aa', second_code: 'bb', new_password: 'a long password' }
    for (const [name, value] of Object.entries(typed)) {
      const control = field(name)
      if (!control) throw new Error(`there is no ${name}`)
      await page.elementLocator(control).fill(value)
    }
    expect(await accessibilityFaults(container)).toEqual([])
    container.querySelector('form')?.requestSubmit()
    await expect.poll(() => container.textContent).toContain('ABCDEFGHIJKLMNOP')
    expect(container.textContent).toContain('abcd-efgh-ijkl-mno7')
    expect(container.querySelector('input[type="password"]')).toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
    expect(sent.map(({ input }) => input)).toEqual([{ ...typed, second_factor: true }])
  },
)

test.each(['en', 'zh-Hans'] as const)(
  'somebody sees what they sign in with, and since when they check no money, in %s',
  async (language) => {
    answerOffice({ 'list-own-factors': factors })
    const container = await startConsole({ at: '/own-sign-in', language, person: buildPerson() })
    await expect.poll(() => container.textContent).toContain('Desk key')
    expect(container.textContent).toContain('3')
    expect(await accessibilityFaults(container)).toEqual([])
    const remove = container.querySelector('a[href*="remove-own-passkey"]')
    expect(remove?.getAttribute('href')).toContain('passkey_id=01890000-0000-7000-8000-0000000000d1')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
)
