import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
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

describe('an appeal against invalid traffic', () => {
  it('is sent once with its grounds, and shown as being looked at [proof 1034]', async () => {
    let appeal: typeof APPEAL | null = null
    const { sent, sheet } = await openSheet({
      '/plan/order/invalid': () =>
        pageOf({ ...EVENT, appeal_until: appeal === null ? soon() : null, appeal }),
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
