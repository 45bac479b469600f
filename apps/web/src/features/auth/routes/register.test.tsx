import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { routes } from '../../../app/routes.ts'
import { chooseLanguage } from '../../../lib/language.ts'
import { showLanguage } from '../../../lib/texts.ts'
import { answerApi, success } from '../../../testing/fake-api.ts'
import { buildProduct } from '../../../testing/plan-replies.ts'
import { startApp } from '../../../testing/start-app.tsx'

it('writes the share of losing plans in the language’s own manner, before anything is typed (PRODUCT §2.7)', async () => {
  answerApi({ '/plan/loss_record': success({ ...buildProduct().loss_record, settled_plans: 1041 }) })
  await startApp({ routes, at: '/register', user: null })
  await expect.element(browser.getByRole('note')).toMatchTextContent(/^62\.5% of 1,041 settled plans/)
  chooseLanguage('de')
  await showLanguage('de', () => true)
  await expect.element(browser.getByRole('note')).toMatchTextContent(/^62,5\s% von 1\.041 abgerechneten/)
})

it('goes by the browser’s back from the second step to the first, with what was typed', async () => {
  answerApi({ '/plan/loss_record': success(buildProduct().loss_record) })
  await startApp({ routes, at: '/register', user: null })
  const field = (name: string) => browser.getByRole('textbox', { name })
  await field('Licence key').fill('ABCD-EFGH')
  await field('Username').fill('ada')
  await browser.getByLabelText('Password', { exact: true }).fill('correct horse')
  await browser.getByLabelText('Confirm password').fill('correct horse')
  await browser.getByRole('button', { name: 'Continue' }).click()
  await field('Nickname (optional)').fill('Ada')
  await expect.element(browser.getByText('Step 2 of 2')).toBeVisible()
  window.history.back()
  await expect.element(browser.getByText('Step 1 of 2')).toBeVisible()
  await expect.element(field('Licence key')).toHaveValue('ABCD-EFGH')
  await expect.element(browser.getByLabelText('Password', { exact: true })).toHaveValue('correct horse')
  window.history.forward()
  await expect.element(field('Nickname (optional)')).toHaveValue('Ada')
})
