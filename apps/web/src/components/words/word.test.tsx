import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { routes } from '../../app/routes.ts'
import { page } from '../../lib/page.ts'
import { pageOf, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { TermList } from './term-list.tsx'
import type { DefinedWord } from './words-query.ts'

const CONVERSION: DefinedWord = {
  ...{ word: 'conversion', term: 'Conversion', definition: 'Someone did what the advertiser pays for.' },
  ...{ question_id: 'what-is-a-plan', language: 'en', version: 1, since: null },
}
const BOND: DefinedWord = {
  ...CONVERSION,
  ...{ word: 'bond', term: 'Bond', definition: 'Money that is left with us.', question_id: null },
}

function Terms() {
  return (
    <div className="px-4">
      <TermList
        terms={[
          { label: 'Conversions', word: 'conversion', value: '3' },
          { label: 'Bond', word: 'bond', value: '5' },
          { label: 'Number', value: '7' },
        ]}
      />
    </div>
  )
}

async function start(words = [CONVERSION, BOND]) {
  const question = {
    question_id: 'what-is-a-plan',
    topic: 'plans',
    question: 'What is a plan?',
    language: 'en',
  }
  const replies = {
    '/words': success({ items: words }),
    '/faq/list': pageOf(),
    '/faq/detail': success({
      ...question,
      ...{ version: 1, since: null, answer: ['Money.'], table: null, figures_since: null },
      ...{ related: [], helpful: null },
    }),
  }
  const terms = page('/terms', async () => ({ default: Terms }), { title: 'wallet.title' })
  const sent = await openPage('/terms', replies, { routes: [terms, ...routes] })
  return (path: string) => sent(path).length
}
it('is accessible with targets of 44 px', async () => {
  await start()
  await expect.element(browser.getByRole('button', { name: 'Conversions' })).toBeVisible()
  await expectUsable()
})

it('opens what it means by a tap, leads to more of it and to all words, and loads nothing before [proof 519]', async () => {
  const asked = await start()
  await expect.element(browser.getByRole('button', { name: 'Conversions' })).toBeVisible()
  // A label without an explanation is not a button.
  expect(browser.getByRole('button', { name: 'Number' }).elements()).toEqual([])
  expect(asked('/words')).toBe(0)
  await browser.getByRole('button', { name: 'Conversions' }).click()
  await expect.element(browser.getByRole('dialog', { name: 'Conversion' })).toBeVisible()
  await expect.element(browser.getByText(CONVERSION.definition)).toBeVisible()
  expect(asked('/words')).toBe(1)
  await browser.getByRole('button', { name: 'Close' }).click()
  await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
  // A second word needs no request.
  await browser.getByRole('button', { name: 'Bond' }).click()
  await expect.element(browser.getByText(BOND.definition)).toBeVisible()
  expect(asked('/words')).toBe(1)
  expect(browser.getByRole('link', { name: 'Read more' }).elements()).toEqual([])
  await browser.getByRole('link', { name: /^Words we use/ }).click()
  await expect.element(browser.getByRole('heading', { name: 'Words we use' })).toBeVisible()
  expect(window.location.hash).toBe('#/ad-center/ques-detail?view=words')
  await browser.getByRole('searchbox', { name: 'Search words' }).fill('LEFT')
  await expect.element(browser.getByText(CONVERSION.definition)).not.toBeInTheDocument()
  await expect.element(browser.getByText(BOND.definition)).toBeVisible()
})

it('leads to the question that says more', async () => {
  await start()
  await browser.getByRole('button', { name: 'Conversions' }).click()
  await browser.getByRole('link', { name: 'Read more' }).click()
  await expect.element(browser.getByRole('heading', { name: 'What is a plan?' })).toBeVisible()
  await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
})

it('told in another language says in which', async () => {
  await start([{ ...CONVERSION, language: 'zh-Hans' }])
  await browser.getByRole('button', { name: 'Conversions' }).click()
  await expect.element(browser.getByText(/You’re reading it in 简体中文/)).toBeVisible()
})
