import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, type Replying, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import type { Question, QuestionDetail } from './api/questions.ts'

function buildQuestion(members: Partial<Question> = {}): Question {
  return { question_id: 'a-plan', topic: 'plans', question: 'What is a plan?', language: 'en', ...members }
}
const PAYING = buildQuestion({
  question_id: 'pay',
  topic: 'money',
  question: 'Do I have to pay before I can withdraw?',
})

function buildDetail(members: Partial<QuestionDetail> = {}): QuestionDetail {
  return {
    ...buildQuestion(),
    ...{ version: 1, since: null },
    answer: ['Money for one product.'],
    ...{ table: null, figures_since: null },
    related: [PAYING],
    helpful: null,
    ...members,
  }
}

const SECTION = {
  ...{ section_id: 'plans', version: 2, since: '2026-03-01T12:00:00Z' },
  ...{ title: 'Placing plans', paragraphs: ['Never below 10.00 USD.'] },
}
const start = (query = '', replies: Replies = {}) =>
  openPage(`/ad-center/ques-detail${query}`, {
    '/faq/list': pageOf(buildQuestion(), PAYING),
    '/faq/detail': success(buildDetail()),
    '/rules': success({ language: 'en', policy_version: 3, sections: [SECTION] }),
    ...replies,
  })
/** Opens the answer of a question, which has these members. */
const startAnswer = (members: Partial<QuestionDetail> = {}, replies: Replies = {}) =>
  start('?id=a-plan', { '/faq/detail': success(buildDetail(members)), ...replies })

// Runs first, so that no other test's toast is still fading out.
it.each(['', '?id=a-plan', '?view=rules'])('is accessible with targets of 44 px: %s', async (query) => {
  await start(query)
  await expect.element(browser.getByText(/What is a plan\?|Never below/).first()).toBeVisible()
  await expectUsable()
})

describe('questions', () => {
  it('are listed by topic, found by words, and lead to their answers', async () => {
    await start()
    await expect.element(browser.getByRole('region', { name: 'Plans and results' })).toBeVisible()
    await browser.getByRole('searchbox', { name: 'Search questions' }).fill('withdraw PAY')
    await expect.element(browser.getByRole('region', { name: 'Plans and results' })).not.toBeInTheDocument()
    await browser.getByRole('link', { name: PAYING.question }).click()
    expect(window.location.hash).toBe('#/ad-center/ques-detail?id=pay')
  })

  it('are all there, however many pages they come in', async () => {
    await start('', {
      '/faq/list': ({ query }) =>
        query.cursor === 'plan' ? pageOf(PAYING) : success({ items: [buildQuestion()], next_cursor: 'plan' }),
    })
    await browser.getByRole('searchbox', { name: 'Search questions' }).fill('withdraw')
    await expect.element(browser.getByRole('link', { name: PAYING.question })).toBeVisible()
  })

  it('are found by what somebody types, whatever keeps their words whole at the end of a line [proof 593]', async () => {
    const cap = buildQuestion({ question_id: 'cap', question: 'เพดานคอน\u2060เวอร์ชัน\u00a0คืออะไร' })
    await start('', { '/faq/list': pageOf(buildQuestion(), cap) })
    await browser.getByRole('searchbox', { name: 'Search questions' }).fill('คอนเวอร์ชัน คืออะไร')
    await expect.element(browser.getByRole('link', { name: cap.question })).toBeVisible()
    await expect.element(browser.getByRole('link', { name: 'What is a plan?' })).not.toBeInTheDocument()
  })

  it('that match nothing lead to customer service', async () => {
    await start()
    await browser.getByRole('searchbox').fill('zebra')
    await expect.element(browser.getByText('No questions match')).toBeVisible()
    await expect.element(browser.getByRole('button', { name: 'Ask customer service' })).toBeVisible()
  })

  it('are judged, and the judgement stays', async () => {
    const judged: Replying = ({ body }) => success({ helpful: Object(body).helpful })
    const sent = await startAnswer({}, { '/faq/helpful': judged })
    await expect.element(browser.getByRole('heading', { name: 'What is a plan?' })).toBeVisible()
    await browser.getByRole('button', { name: 'No', exact: true }).click()
    await expect
      .element(browser.getByRole('button', { name: 'No', exact: true }))
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(browser.getByText(/Customer service can tell you more/)).toBeVisible()
    expect(sent.bodies('/faq/helpful')).toEqual([{ question_id: 'a-plan', helpful: false }])
  })

  it('are judged by two choices that stay on one line, whatever room the question leaves [proof 833]', async () => {
    onTestFinished(() => browser.viewport(390, 844))
    await startAnswer()
    await expect.element(browser.getByRole('button', { name: 'No', exact: true })).toBeVisible()
    const choices = () => ['Yes', 'No'].map((name) => browser.getByRole('button', { name, exact: true }))
    for (let width = 390; width >= 240; width -= 10) {
      await browser.viewport(width, 844)
      await expect.poll(() => window.innerWidth).toBe(width)
      const [yes, no] = choices().map((choice) => choice.element().getBoundingClientRect().top)
      expect(no, `at ${width}`).toBe(yes)
    }
  })

  it('that are gone say so', async () => {
    await start('?id=old', {
      '/faq/detail': refusal(405, 'This question is no longer available', { reason: 'question_not_found' }),
    })
    await expect.element(browser.getByText('Another question may answer it.')).toBeVisible()
    await expect.element(browser.getByRole('link', { name: 'All questions' })).toBeVisible()
    // Shown in the answer's place, and nowhere else.
    expect(browser.getByText('This question is no longer available').elements()).toHaveLength(1)
  })

  it.each([
    [{ version: 1, since: null }, 'Version 1'],
    [{ version: 4, since: '2026-03-01T12:00:00Z' }, /^Version 4, since .*2026$/],
  ])('say which version they are, and since when: %j', async (of_text, words) => {
    await startAnswer(of_text)
    await expect.element(browser.getByText(words)).toBeVisible()
  })

  it('have a table whose figures say since when they hold; control: what no policy fixes has no date', async () => {
    const row = (name: string, since: string | null, by_policy = true) => ({
      cells: [name, '20%'],
      by_policy,
      since,
    })
    const rows = [row('Our fee', '2026-03-01T12:00:00Z'), row('VIP', null), row('Bank', null, false)]
    const table = { columns: ['What for', 'How much'], rows }
    await startAnswer({ table, figures_since: '2026-03-01T12:00:00Z' })
    await expect.element(browser.getByRole('rowheader', { name: /^Our fee Since .*2026$/ })).toBeVisible()
    await expect
      .element(browser.getByRole('rowheader', { name: 'VIP Unchanged since the start' }))
      .toBeVisible()
    await expect.element(browser.getByRole('rowheader', { name: 'Bank', exact: true })).toBeVisible()
    await expect
      .element(browser.getByText(/^The newest figure in this answer is from .*2026\.$/))
      .toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
  })

  it('have a table of two plans that is no wider than a narrow phone, however large the text [proof 592]', async () => {
    const { innerWidth, innerHeight } = window
    await browser.viewport(320, 800)
    const row = (...cells: string[]) => ({ cells, by_policy: false, since: null })
    const columns = ['Шаг', 'План с прибылью', 'План с убытком']
    const invested = row('Вложено', '100,00\u00a0USD', '100,00\u00a0USD')
    await startAnswer({ table: { columns, rows: [invested, row('Подтверждённые конверсии', '48', '32')] } })
    document.documentElement.dataset.textSize = 'largest'
    await expect.element(browser.getByRole('columnheader', { name: 'План с убытком' })).toBeVisible()
    await expect.element(browser.getByText('Подтверждённые конверсии')).toBeVisible()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBe(clientWidth)
    expect(await accessibilityFaults()).toEqual([])
    delete document.documentElement.dataset.textSize
    await browser.viewport(innerWidth, innerHeight)
  })

  it('in another language say in which; control: in one’s own nothing is said', async () => {
    await startAnswer({ language: 'zh-Hans' })
    await expect.element(browser.getByText(/You’re reading it in 简体中文/)).toBeVisible()
  })
  it('in one’s own language say nothing of it', async () => {
    await startAnswer()
    await expect.element(browser.getByText('Money for one product.')).toBeVisible()
    await expect.element(browser.getByText(/You’re reading it in/)).not.toBeInTheDocument()
  })
})

it('shows the rules with the version of each section and of their figures', async () => {
  await start('?view=rules')
  await expect.element(browser.getByRole('heading', { name: 'Placing plans' })).toBeVisible()
  await expect.element(browser.getByText(/^Version 2, since .*2026$/)).toBeVisible()
  await expect.element(browser.getByText('Figures from policy version 3')).toBeVisible()
})
