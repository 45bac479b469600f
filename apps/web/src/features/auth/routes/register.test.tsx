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
