import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { chooseLanguage } from '../../lib/language.ts'
import { pageOf, type Replies, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildPlan, PLAN_ID } from '../../testing/plan-replies.ts'

const AT = '2026-03-01T12:00:00Z'
const EVENT = {
  event_id: '01890000-0000-7000-8000-0000000000e1',
  at: '2026-02-28T10:00:00Z',
  kind: 'click',
  rule: 'known_crawler',
  rule_version: 1,
  rule_text: '',
  rule_figures: {},
  spend_returned: '0.10',
  revenue_reversed: '0.00',
  follows_from: null,
  appeal_until: null,
  appeal: null,
}
const APPEAL = {
  state: 'open',
  filed_at: AT,
  grounds: 'These were visitors of a fair',
  answer: null,
  decided_at: null,
} as const
const soon = () => new Date(Date.now() + 86_400_000).toISOString()

/** Words, figures and amounts with their currency that are cut where the texts let none be. */
function brokenWords(within: Element): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^ \n-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      if (lines.size > word.split('\u00ad').length) broken.push(word)
    }
  }
  return broken
}

async function openSheet(replies: Replies) {
  const sent = await openPage(`/plan/detail?id=${PLAN_ID}`, {
    '/plan/order/detail': success(buildPlan()),
    '/plan/order/chart': success({ points: [], as_of: AT }),
    ...replies,
  })
  await browser
    .getByRole('main')
    .getByRole('button', { name: /^Invalid traffic/ })
    .click()
  return { sent, sheet: browser.getByRole('dialog', { name: 'Invalid traffic', exact: true }) }
}

const APPEALABLE = { events: 1203, spend_returned: '1.203', revenue_reversed: '36.00' }
const GROUNDS = 'Why you think the traffic was valid'

describe('an appeal against invalid traffic', () => {
  it('says how many events and how much money it is about, and keeps what was typed for when it is opened anew [proof 1140]', async () => {
    const other_id = '01890000-0000-7000-8000-0000000000e2'
    const { sent, sheet } = await openSheet({
      '/plan/order/invalid': pageOf(
        { ...EVENT, appeal_until: soon() },
        { ...EVENT, event_id: other_id, appeal_until: soon() },
      ),
      '/plan/order/invalid/appealable': success(APPEALABLE),
      '/plan/order/invalid/appeal': success({ appeal: APPEAL }),
    })
    const [first, second] = [0, 1].map((row) => sheet.getByRole('button', { name: 'Appeal' }).nth(row))
    const dialog = browser.getByRole('dialog', { name: 'Appeal against invalid traffic' })
    await first?.click()
    await expect
      .element(dialog)
      .toMatchTextContent(/1,203 events · Spend returned 1\.2030\sUSD · revenue reversed 36\.00\sUSD/)
    expect(sent('/plan/order/invalid/appealable').map(({ query }) => query)).toEqual([
      { plan_id: PLAN_ID, event_id: EVENT.event_id },
    ])
    await dialog.getByLabelText(GROUNDS).fill('A fair')
    window.history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    await second?.click()
    await expect.element(dialog.getByLabelText(GROUNDS)).toHaveValue('')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await first?.click()
    await expect.element(dialog.getByLabelText(GROUNDS)).toHaveValue('A fair')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await first?.click()
    await expect.element(dialog.getByLabelText(GROUNDS)).toHaveValue('')
  })

  it.each([
    { language: 'de', letters: 'largest', width: 320 },
    { language: 'ru', letters: 'largest', width: 320 },
    { language: 'de', letters: '200%', width: 390 },
    { language: 'ru', letters: '200%', width: 390 },
    { language: 'ru', letters: '200%', width: 320 },
  ] as const)(
    'is reached to its button in a small window, with its words whole: $language, $letters, $width px [proof 1141]',
    async ({ language, letters, width }) => {
      const { sheet } = await openSheet({
        '/plan/order/invalid': pageOf({ ...EVENT, appeal_until: soon() }),
        '/plan/order/invalid/appealable': success(APPEALABLE),
      })
      await sheet.getByRole('button', { name: 'Appeal' }).click()
      const dialog = browser.getByRole('dialog').last()
      await expect.element(dialog.getByText(/events/)).toBeVisible()
      await browser.viewport(width, 568)
      const { dataset, style } = document.documentElement
      if (letters === 'largest') dataset.textSize = letters
      else style.fontSize = letters
      chooseLanguage(language)
      onTestFinished(async () => {
        delete dataset.textSize
        style.fontSize = ''
        chooseLanguage('en')
        await browser.viewport(390, 844)
      })
      await expect.poll(() => document.documentElement.lang).toBe(language)
      const send = document.querySelector<HTMLElement>('button[type=submit][form]')
      const bottom = () => send?.getBoundingClientRect().bottom ?? Number.NaN
      // What is not in sight at once comes there with the focus.
      if (letters === '200%') send?.focus()
      await expect.poll(bottom).toBeLessThanOrEqual(window.innerHeight + 1)
      // Twice as large, a button's long word alone is wider than 320 px.
      if (letters !== '200%' || width > 320) expect(brokenWords(dialog.element()).join()).toBe('')
    },
  )

  it('is sent once with its grounds, and shown as being looked at [proof 1034]', async () => {
    let appeal: typeof APPEAL | null = null
    const { sent, sheet } = await openSheet({
      '/plan/order/invalid': () =>
        pageOf({ ...EVENT, appeal_until: appeal === null ? soon() : null, appeal }),
      '/plan/order/invalid/appealable': success(APPEALABLE),
      '/plan/order/invalid/appeal': () => {
        appeal = APPEAL
        return success({ appeal: APPEAL })
      },
    })
    await sheet.getByRole('button', { name: 'Appeal' }).click()
    const dialog = browser.getByRole('dialog', { name: 'Appeal against invalid traffic' })
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    expect(sent('/plan/order/invalid/appeal')).toHaveLength(0)
    await browser.getByLabelText('Why you think the traffic was valid').fill(APPEAL.grounds)
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(sheet.getByText('We’re reviewing it.')).toBeVisible()
    expect(sent.bodies('/plan/order/invalid/appeal')).toEqual([
      { plan_id: PLAN_ID, event_id: EVENT.event_id, grounds: APPEAL.grounds, request_id: expect.any(String) },
    ])
    await expect.element(sheet.getByRole('button', { name: 'Appeal' })).not.toBeInTheDocument()
    expect(await accessibilityFaults()).toEqual([])
  })

  it('says what was decided and whether it is put back, and when it is too late [proof 1035]', async () => {
    const decided = { ...APPEAL, answer: 'The log of the fair shows it.', decided_at: AT }
    const { sheet } = await openSheet({
      '/plan/order/invalid': pageOf(
        { ...EVENT, appeal: { ...decided, state: 'granted' } },
        { ...EVENT, event_id: PLAN_ID, appeal: { ...decided, state: 'restored' } },
        {
          ...EVENT,
          event_id: '01890000-0000-7000-8000-0000000000e2',
          appeal: { ...decided, answer: 'Every agent names a crawler.', state: 'refused' },
        },
        { ...EVENT, event_id: '01890000-0000-7000-8000-0000000000e3', appeal_until: AT },
      ),
    })
    const texts = [
      /Spend and revenue will be put back/,
      /Spend and revenue have been put back/,
      /Declined.*Every agent names a crawler/,
      /The time to appeal ended/,
    ]
    for (const text of texts) await expect.element(sheet).toMatchTextContent(text)
    expect(sheet.getByRole('button', { name: 'Appeal' }).query()).toBeNull()
  })
})
