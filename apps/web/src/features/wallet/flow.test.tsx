import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { buildFlowLine } from '../../testing/wallet-replies.ts'

const PLAN_ID = '01890000-0000-7000-8000-0000000000f1'
const LINE = buildFlowLine(
  {
    id: `plan:${PLAN_ID}:day:2026-03-01`,
    type: 'ad_billing',
    time: '2026-03-01T12:00:00Z',
    amount: '-1.50',
    remark: 'Ad billing',
    subject_kind: 'plan',
    subject_id: PLAN_ID,
    number: 'P100042',
  },
  { pending_spend: '-1.50' },
)
const ENTRY = {
  transfer_id: '01890000-0000-7000-8000-0000000000f2',
  time: LINE.time,
  posting: 'spend',
  debit: 'plan_cash',
  credit: 'publisher_unsettled',
  amount: '1.200001',
  cause_kind: 'spend_batch',
  cause_id: '01890000-0000-7000-8000-0000000000f3',
} as const

const start = (replies: Replies = {}, at = '/wallet', language: 'en' | 'de' = 'en') =>
  openAsOwner(at, { '/transaction_flow/list': pageOf(LINE), ...replies }, { language })
/** What is told of a line. */
const told = (line: typeof LINE, ...items: (typeof ENTRY)[]) =>
  success({ line, entries: { items, next_cursor: null } })

const button = (name: RegExp | string) => browser.getByRole('button', { name })
const lines = () => browser.getByRole('list', { name: 'Fund details' })

it('a line that the address names is open over the wallet; closed, the wallet stays', async () => {
  const sent = await start(
    { '/transaction_flow/detail': told(LINE) },
    `/wallet?line=${encodeURIComponent(LINE.id)}`,
  )
  const sheet = browser.getByRole('dialog', { name: 'Ad billing' })
  await expect.element(sheet).toBeVisible()
  expect(sent('/transaction_flow/detail')[0]?.query).toMatchObject({ id: LINE.id })
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(window.location.hash).toBe('#/wallet')
})

describe('an entry', () => {
  it('says what it is in words and opens what it follows from: a batch of events with its counts', async () => {
    const facts = [
      { name: 'impressions', kind: 'count', value: '1200' },
      { name: 'charge', kind: 'amount', value: '1.500001' },
      { name: 'rule', kind: 'text', value: 'known_crawler' },
    ]
    const cause = { kind: 'spend_batch', id: ENTRY.cause_id, number: 'P100042', policy_version: 3, facts }
    await start({
      '/transaction_flow/detail': told(LINE, ENTRY),
      '/transaction_flow/cause': success({ entry: ENTRY, ...cause, reverses: ENTRY, plan_id: PLAN_ID }),
    })
    await expect.element(lines().getByText(/P100042/)).toBeVisible()
    await lines().getByRole('button').click()
    const sheet = browser.getByRole('dialog', { name: 'Ad billing' })
    await expect.element(sheet.getByText('Spend on ads')).toBeVisible()
    await expect.element(sheet.getByText('Plan, cash → Publisher')).toBeVisible()
    await sheet.getByRole('button', { name: 'Why this entry exists' }).click()
    const why = sheet.getByRole('region', { name: 'Why this entry exists' })
    await expect.element(why).toMatchTextContent(/Impressions1,200/)
    await expect.element(why).toMatchTextContent(/Amount charged1\.500001/)
    await expect.element(why).toMatchTextContent(/Policy version 3/)
    await expect.element(why).toMatchTextContent(/Reverses this earlier entry/)
    expect(await accessibilityFaults()).toEqual([])
  })
  it.each([
    ['a month of VIP', 'vip', 'VIP month'],
    ['a plan of whoever follows, of which a leader is told no more', 'plan', 'A follower’s plan'],
  ])('of %s says so, and never an id', async (_what, kind, said) => {
    const nothing = { number: null, policy_version: null, facts: [], reverses: null, plan_id: null }
    await start({
      '/transaction_flow/detail': told(LINE, ENTRY),
      '/transaction_flow/cause': success({ entry: ENTRY, kind, id: ENTRY.cause_id, ...nothing }),
    })
    await lines().getByRole('button').click()
    await button('Why this entry exists').click()
    const why = browser.getByRole('region', { name: 'Why this entry exists' })
    await expect.element(why).toMatchTextContent(new RegExp(`exists · ${said}$`))
  })
})

describe('how sure a line is', () => {
  const nothing = { ...LINE.parts, pending_spend: '0.00' }
  const of = (id: string, amount: string, parts: Partial<typeof LINE.parts>) => ({
    ...LINE,
    id,
    type: 'virtual_recharge_deduction' as const,
    amount,
    parts: { ...nothing, ...parts },
  })
  const isMarked = (text: string, mark: string) =>
    [...document.querySelectorAll(`.certainty-${mark}`)].some((element) => element.textContent === text)

  it('is seen in the list, and with the line when it is opened: promotional money is hatched', async () => {
    const granted = of('granted', '20.00', { startup: '20.00' })
    const items = [
      granted,
      of('coupon', '-7.00', { discount: '-7.00' }),
      of('placed', '-5.00', { startup: '-5.00', pending_spend: '5.00' }),
      of('mixed', '-90.00', { available: '-90.00', startup: '-30.00', pending_spend: '120.00' }),
      of('earned', '3.60', { to_be_settled: '3.60' }),
      of('paid', '8.00', { available: '8.00' }),
    ]
    await start({
      '/transaction_flow/list': pageOf(...items),
      '/transaction_flow/detail': told(granted),
    })
    await expect.element(lines().getByText('+20.00')).toBeVisible()
    for (const amount of ['+20.00', '-7.00', '-5.00']) expect(isMarked(amount, 'promotional')).toBe(true)
    expect(isMarked('+3.60', 'estimated')).toBe(true)
    for (const amount of ['-90.00', '+8.00']) {
      await expect.element(lines().getByText(amount)).toBeVisible()
      expect(isMarked(amount, 'promotional') || isMarked(amount, 'estimated')).toBe(false)
    }
    expect(lines().getByText('+20.00').element().closest('.text-positive')).toBeNull()
    expect(lines().getByText('+8.00').element().closest('.text-positive')).not.toBeNull()
    await lines().getByText('+20.00').click()
    const sheet = browser.getByRole('dialog', { name: 'Virtual recharge deduction' })
    const shown = sheet.getByText('+20.00')
    await expect.element(shown.first()).toBeVisible()
    expect(shown.elements().every((element) => element.matches('.certainty-promotional'))).toBe(true)
    expect(shown.elements()).toHaveLength(2)
  })
})

describe('the fund details', () => {
  it('tell a month from opening to closing balance, each sum opening its lines', async () => {
    const sums = (total: string) => ({ ...LINE.parts, total, pending_spend: '0.00' })
    const sent = await start(
      {
        '/transaction_flow/month': success({
          month: '2026-03',
          time_zone: 'UTC',
          from: '2026-03-01T00:00:00Z',
          until: '2026-04-01T00:00:00Z',
          running: true,
          opening: sums('100.00'),
          types: [
            { type: 'ad_billing', sums: { ...LINE.parts, total: '-1.500001' } },
            { type: 'ad_serving', sums: { ...sums('0.00'), available: '-20.00' } },
          ],
          closing: sums('98.499999'),
          as_of: '2026-03-02T00:00:00Z',
        }),
      },
      '/wallet?month=2026-03',
    )
    const month = browser.getByRole('region', { name: 'What changed in March 2026' })
    await expect.element(month).toMatchTextContent(/Opening balance100\.00/)
    await expect.element(month).toMatchTextContent(/Closing balance.*isn’t over.*98\.499999/)
    // Moves between parts add up to zero, so that the sums agree.
    await expect.element(button(/^Ad serving/)).toMatchTextContent(/Available funds -20\.00 USD0\.00/)
    await month.getByRole('button', { name: /^Ad billing/ }).click()
    await expect
      .poll(() => sent('/transaction_flow/list').at(-1)?.query)
      .toEqual({ month: '2026-03', type: 'ad_billing' })
  })
  it('are searched by number, amount and days', async () => {
    const sent = await start()
    await browser.getByRole('searchbox', { name: 'Number or name' }).fill('P100042')
    await expect.poll(() => sent('/transaction_flow/list').at(-1)?.query).toEqual({ search: 'P100042' })
    await button('Amount and days').click()
    const sheet = browser.getByRole('dialog', { name: 'Amount and days' })
    await sheet.getByLabelText('Amount from').fill('x')
    await sheet.getByRole('button', { name: 'Show' }).click()
    await expect.element(sheet.getByLabelText('Amount from')).toHaveAttribute('aria-invalid', 'true')
    await sheet.getByLabelText('Amount from').fill('1,50')
    await sheet.getByLabelText('From day').fill('2026-02-28')
    await sheet.getByRole('button', { name: 'Show' }).click()
    await expect
      .poll(() => sent('/transaction_flow/list').at(-1)?.query)
      .toEqual({ search: 'P100042', amount_min: '1.50', from: '2026-02-28' })
  })
  it.each([
    ['de', '1.234,56', '1234.56', /1\.234,56\sUSD$/],
    ['de', '0,000042', '0.000042', /0,000042\sUSD$/],
    ['en', '1,234.56', '1234.56', /1,234\.56\sUSD$/],
    ['en', '1.234,56', '1234.56', /1,234\.56\sUSD$/],
    ['en', '1.234,567', null, null],
  ] as const)('are searched in %s by «%s» as %s, which is shown', async (language, text, wire, shown) => {
    const sent = await start({}, '/wallet', language)
    await browser
      .getByRole('button', { name: language === 'de' ? 'Betrag und Datum' : 'Amount and days' })
      .click()
    const input = browser.getByRole('dialog').getByRole('textbox').first()
    await input.fill(text)
    if (shown !== null) await expect.element(input).toHaveAccessibleDescription(shown)
    document.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    if (wire === null) await expect.element(input).toHaveAttribute('aria-invalid', 'true')
    else {
      await expect.poll(() => sent('/transaction_flow/list').at(-1)?.query).toEqual({ amount_min: wire })
    }
  })
  it('go on by themselves over pages that a filter has emptied', async () => {
    await start(
      {
        '/transaction_flow/list': ({ query }) =>
          query.cursor === 'further' ? pageOf(LINE) : success({ items: [], next_cursor: 'further' }),
      },
      '/wallet?amount_min=1.50',
    )
    await expect.element(lines()).toBeVisible()
  })
})
