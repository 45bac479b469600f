import { expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { chooseLanguage } from '../../../lib/language.ts'
import { showLanguage } from '../../../lib/texts.ts'
import { success } from '../../../testing/fake-api.ts'
import { openPage } from '../../../testing/open-page.ts'
import { buildProduct } from '../../../testing/plan-replies.ts'

const field = (name: string) => browser.getByRole('textbox', { name })
const password_field = browser.getByLabelText('Password', { exact: true })
const start = (loss_record = buildProduct().loss_record) =>
  openPage('/register', { '/plan/loss_record': success(loss_record) }, { user: null })

async function fillFirstStep(password: string, username = 'ada'): Promise<void> {
  await start()
  await field('Licence key').fill('ABCD-EFGH')
  await field('Username').fill(username)
  await password_field.fill(password)
  await browser.getByLabelText('Confirm password').fill(password)
  await browser.getByRole('button', { name: 'Continue' }).click()
}

it('writes the share of losing plans in the language’s own manner, before anything is typed (PRODUCT §2.7)', async () => {
  await start({ ...buildProduct().loss_record, settled_plans: 1041 })
  await expect.element(browser.getByRole('note')).toMatchTextContent(/^62\.5% of 1,041 settled plans/)
  chooseLanguage('de')
  await showLanguage('de', () => true)
  await expect.element(browser.getByRole('note')).toMatchTextContent(/^62,5\s% von 1\.041 abgerechneten/)
})

it('goes by the browser’s back from the second step to the first, with what was typed', async () => {
  await fillFirstStep('correct horse')
  await field('Nickname (optional)').fill('Ada')
  await expect.element(browser.getByText('Step 2 of 2')).toBeVisible()
  window.history.back()
  await expect.element(browser.getByText('Step 1 of 2')).toBeVisible()
  await expect.element(field('Licence key')).toHaveValue('ABCD-EFGH')
  await expect.element(password_field).toHaveValue('correct horse')
  window.history.forward()
  await expect.element(field('Nickname (optional)')).toHaveValue('Ada')
})

it('begins its second step with a title of its own, and types into its first field [proof 556]', async () => {
  await fillFirstStep('correct horse battery')
  await expect.element(field('Email')).toBeVisible()
  await expect.poll(() => document.title).toBe('Step 2 of 2 · Adtally')
  await userEvent.keyboard('Ada')
  await expect.element(field('Nickname (optional)')).toHaveValue('Ada')
})

it.each([
  ['password123', 'ada'],
  ['countess-1815', 'countess'],
])('says at the first step that %s is easily guessed [proof 390]', async (password, username) => {
  await fillFirstStep(password, username)
  await expect.element(password_field).toHaveAccessibleDescription(/too common/)
  await expect.element(browser.getByText('Step 1 of 2')).toBeVisible()
})

it.each([
  ['Password', 'correct horse '.repeat(15), 'ada', 'At most 200 characters'],
  ['Username', 'correct horse battery', 'a'.repeat(300), '3 to 32'],
])(
  'says of a text that is too long how long it may be: %s [proof 656]',
  async (label, password, username, limit) => {
    await fillFirstStep(password, username)
    await expect
      .element(browser.getByLabelText(label, { exact: true }))
      .toHaveAccessibleDescription(expect.stringContaining(limit))
  },
)

it('says of a number reserved for fiction that it is [proof 391]', async () => {
  await fillFirstStep('correct horse battery')
  await expect.element(browser.getByText('Step 2 of 2')).toBeVisible()
  await field('Email').fill('ada@example.com')
  const phone = browser.getByRole('textbox', { name: 'Phone', exact: false })
  await phone.fill('(212) 555-0123')
  await browser.getByRole('button', { name: 'Open account' }).click()
  await expect.element(phone).toHaveAccessibleDescription(/reserved for films and books/)
  await phone.fill('12')
  await browser.getByRole('button', { name: 'Open account' }).click()
  await expect.element(phone).toHaveAccessibleDescription(/valid phone number/)
})
