import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { buildFlowLine, buildHold, buildProperty, buildWithdrawal } from '../../testing/wallet-replies.ts'

const HOLD = buildHold({ deadline: new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString() })

const LINE = buildFlowLine(
  {
    id: 'line-1',
    type: 'system_deposit',
    time: '2026-03-01T12:00:00Z',
    amount: '1000.00',
    remark: 'Deposit',
    subject_kind: 'deposit',
    subject_id: 'line-1',
    number: null,
  },
  { available: '1000.00' },
)

const start = (replies: Replies = {}, at = '/wallet') =>
  openAsOwner(at, { '/transaction_flow/list': pageOf(LINE), ...replies })
const startHeld = (hold: Partial<typeof HOLD> = {}) =>
  start({ '/user/property': success(buildProperty({ on_hold: '40.00', holds: [{ ...HOLD, ...hold }] })) })

const button = (name: RegExp | string) => browser.getByRole('button', { name })

describe('the figures', () => {
  it('show how sure they are, and lead to the entries that they are the sum of', async () => {
    const property = { to_be_settled: '12.30', estimated_part: '12.30', on_hold: '40.00', holds: [HOLD] }
    const sent = await start({ '/user/property': success(buildProperty(property)) })
    await expect.element(button(/^To be settled.*12\.30.*estimated/)).toBeVisible()
    await expect.element(button(/^On hold.*40\.00.*on hold.*2\sdays/)).toBeVisible()
    await expect.element(button(/^Startup funds.*promotional/)).toBeVisible()
    await expect.element(browser.getByText(/12\.30.USD of this is estimated/)).toBeVisible()
    await button(/^Available funds/).click()
    await button('See where this comes from').click()
    await expect.poll(() => window.location.hash).toBe('#/wallet?part=available')
    await expect.poll(() => sent('/transaction_flow/list').at(-1)?.query).toEqual({ part: 'available' })
    await button('Available funds: remove this filter').click()
    await expect.poll(() => window.location.hash).toBe('#/wallet')
  })
  it('have all their digits, so that what is shown of the parts comes to the total shown [proof 745]', async () => {
    const parts = {
      available_balance: '360.334567',
      pending_spend: '40.004',
      to_be_settled: '12.337',
      on_hold: '0.00',
    }
    await start({ '/user/property': success(buildProperty({ total_assets: '412.675567', ...parts })) })
    await expect.element(button(/^Total assets/)).toBeVisible()
    const shown = (name: string) => {
      const digits =
        /[\d.]+/.exec(
          button(new RegExp(`^${name}`))
            .element()
            .textContent.replace(name, ''),
        )?.[0] ?? ''
      expect(digits, name).toMatch(/^\d+\.\d{6}$/)
      return BigInt(digits.replace('.', ''))
    }
    const [available, pending, unsettled, held] = [
      'Available funds',
      'Pending spend',
      'To be settled',
      'On hold',
    ].map(shown)
    expect([available, pending, unsettled, held]).toEqual([360_334_567n, 40_004_000n, 12_337_000n, 0n])
    expect(shown('Total assets')).toBe(412_675_567n)
  })
  it('explain themselves when touched; none that may still change is called final', async () => {
    const property = {
      to_be_settled: '12.30',
      estimated_part: '12.30',
      pending_spend: '60.00',
      on_hold: '40.00',
      startup_funds: '5.00',
      virtual_recharge_deduction: '20.00',
      holds: [HOLD],
    }
    await start({ '/user/property': success(buildProperty(property)) })
    const expected = {
      'Total assets': /Recorded: every amount .* 12\.30.USD of this is estimated/,
      'Available funds': /Recorded: every amount .* changes with each new entry/,
      'Pending spend': /Recorded: every amount/,
      'To be settled': /Estimated: this figure can still change/,
      'On hold': /On hold: this money is yours/,
      'Discount amount': /Promotional: platform money/,
      'Startup funds': /Promotional: platform money/,
      'System chargeback': /Recorded: every amount/,
      'Virtual recharge deduction': /Promotional: platform money/,
      'Profit sharing': /Recorded: every amount/,
    }
    for (const [name, meaning] of Object.entries(expected)) {
      await button(new RegExp(`^${name}.*(recorded|estimated|on hold|promotional)`)).click()
      const sheet = browser.getByRole('dialog', { name })
      await expect.element(sheet).toMatchTextContent(meaning)
      expect(sheet.getByText(/final|Settled:/).query()).toBeNull()
      await sheet.getByRole('button', { name: 'Close' }).click()
      await expect.element(sheet).not.toBeInTheDocument()
    }
  })
  it('are a way to try again when they cannot be read', async () => {
    let isBroken = true
    await start({
      '/user/property': () => (isBroken ? refusal(500, 'Server error') : success(buildProperty())),
    })
    const again = button(/Request failed, click to reload/)
    await expect.element(again).toBeVisible()
    isBroken = false
    await again.click()
    await expect.element(button(/^Total assets/)).toBeVisible()
  })
})

describe('a hold', () => {
  it('says amount, reason, clock and how to appeal', async () => {
    await startHeld()
    const hold = browser.getByRole('list', { name: 'Holds' }).getByRole('listitem')
    await expect.element(hold).toMatchTextContent(/40\.00/)
    await expect.element(hold).toMatchTextContent(/The paying bank disputes a deposit/)
    await expect.element(hold).toMatchTextContent(/Ends automatically in 2\sdays\s23\shr/)
    await expect.element(hold).toMatchTextContent(/Send evidence in the customer service chat/)
    await expect.element(hold.getByRole('link')).toHaveAttribute('href', '#/customer')
  })
  it('says that its clock stopped where documents are outstanding', async () => {
    await startHeld({ deadline: null })
    await expect
      .element(browser.getByText(/deadline is paused until we receive the listed documents/))
      .toBeVisible()
  })
})

describe('an appeal against a hold', () => {
  const appealed = {
    appeal_id: '01890000-0000-7000-8000-0000000000e1',
    grounds: 'It was me',
    filed_at: '2026-03-01T13:00:00Z',
    decision: null,
    answer: null,
    decided_at: null,
  }
  it('is sent once with its grounds, which stay when the form is closed, and shown as being looked at', async () => {
    let last_appeal: typeof appealed | null = null
    const sent = await start({
      '/user/property': () => success(buildProperty({ on_hold: '40.00', holds: [{ ...HOLD, last_appeal }] })),
      '/user/hold/appeal': () => {
        last_appeal = appealed
        return success({ hold: { ...HOLD, last_appeal } })
      },
    })
    await button('Appeal').click()
    await browser.getByLabelText('Why you think the hold is wrong').fill('It was me')
    window.history.back()
    await expect.element(button('Send appeal')).not.toBeInTheDocument()
    await button('Appeal').click()
    await button('Send appeal').click()
    await expect.element(browser.getByText(/We’re reviewing it/)).toBeVisible()
    expect(sent.bodies('/user/hold/appeal')).toEqual([
      { hold_id: HOLD.hold_id, grounds: 'It was me', request_id: expect.any(String) },
    ])
    expect(button('Appeal').query()).toBeNull()
  })
  it('says what was decided, and by when', async () => {
    const upheld = {
      ...appealed,
      decision: 'upheld',
      answer: 'The bank confirmed it.',
      decided_at: '2026-03-02T13:00:00Z',
    } as const
    const released = { ...HOLD, released_at: '2026-03-03T12:00:00Z', last_appeal: upheld }
    await start({ '/user/hold/list': pageOf(released) }, '/wallet?holds=all')
    const all = browser.getByRole('dialog', { name: 'Holds so far' })
    for (const text of [/Hold ended/, /Declined/, /The bank confirmed it\./]) {
      await expect.element(all).toMatchTextContent(text)
    }
    expect(await accessibilityFaults()).toEqual([])
  })
})

describe('a withdrawal on its way', () => {
  const running = buildWithdrawal({ send_by: new Date(Date.now() + 50 * 3_600_000 - 1000).toISOString() })
  it('has its clock, and is taken back once however often the button is tapped', async () => {
    const sent = await start({
      '/user/withdraw/list': pageOf(running),
      '/user/withdraw/cancel': success({ ...running, status: 'ended' }),
    })
    await button(/250\.00.*We’ll send it within 2\sdays\s2\shr/).click()
    await button('Cancel withdrawal').click()
    const act = browser.getByRole('alertdialog').getByRole('button', { name: /^Cancel withdrawal · 250\.00/ })
    await expect.element(act).toBeVisible()
    const element = act.element()
    if (!(element instanceof HTMLElement)) throw new Error('no button')
    element.click()
    element.click()
    await expect.element(browser.getByText('Withdrawal cancelled')).toBeVisible()
    expect(sent('/user/withdraw/cancel')).toHaveLength(1)
  })
  it('cannot be taken back once it was sent', async () => {
    const gone = { ...running, status: 'sent', sent_at: '2026-03-02T12:00:00Z', is_cancellable: false }
    await start({ '/user/withdraw/list': pageOf(gone) })
    await button(/250\.00.*Sent/).click()
    await expect.element(browser.getByRole('dialog', { name: 'Withdrawal W100001' })).toBeVisible()
    await expect.element(button('Cancel withdrawal')).not.toBeInTheDocument()
  })
  it('cannot be taken back once a payment order for the bank has it, and is not said to be sent', async () => {
    const ordered = { ...running, status: 'approved', is_cancellable: false }
    await start({ '/user/withdraw/list': pageOf(ordered) })
    await button(/250\.00.*We’ll send it within 2\sdays\s2\shr/).click()
    const sheet = browser.getByRole('dialog', { name: 'Withdrawal W100001' })
    await expect.element(sheet).toBeVisible()
    await expect.element(sheet).not.toMatchTextContent(/Handed to the bank/)
    await expect.element(button('Cancel withdrawal')).not.toBeInTheDocument()
  })
})

describe('the fund details', () => {
  it('ask by type and by month, and say when nothing matches', async () => {
    const sent = await start({
      '/transaction_flow/list': ({ query }) => (query.month ? pageOf() : pageOf(LINE)),
    })
    await button('All types').click()
    await browser.getByRole('dialog', { name: 'Type' }).getByRole('button', { name: 'Deposit' }).click()
    await expect.poll(() => sent('/transaction_flow/list').at(-1)?.query).toEqual({ type: 'system_deposit' })
    await button('All months').click()
    const sheet = browser.getByRole('dialog', { name: 'Month' })
    await sheet.getByRole('option', { name: 'January 2026' }).click()
    await sheet.getByRole('button', { name: 'Show' }).click()
    await expect
      .poll(() => sent('/transaction_flow/list').at(-1)?.query)
      .toEqual({ type: 'system_deposit', month: '2026-01' })
    await button('Show all').click()
    await expect.element(browser.getByRole('list', { name: 'Fund details' })).toBeVisible()
  })
  it('open the ledger entries behind a line', async () => {
    const entry = {
      transfer_id: '01890000-0000-7000-8000-0000000000e1',
      time: LINE.time,
      posting: 'deposit_credited',
      debit: 'suspense',
      credit: 'customer_available',
      amount: '1000.00',
      cause_kind: 'bank_line',
      cause_id: '01890000-0000-7000-8000-0000000000e2',
    }
    await start({
      '/transaction_flow/detail': success({ line: LINE, entries: { items: [entry], next_cursor: null } }),
    })
    await browser.getByRole('list', { name: 'Fund details' }).getByRole('button').click()
    const sheet = browser.getByRole('dialog', { name: 'Deposit' })
    await expect.element(sheet.getByText('Arrived at the bank → Available funds')).toBeVisible()
    await expect.element(sheet.getByText(entry.transfer_id)).toBeVisible()
  })
  it('say what to do while there are none', async () => {
    await start({ '/transaction_flow/list': pageOf() })
    await expect.element(browser.getByText(/Your first deposit will be your first entry/)).toBeVisible()
  })
})

it('is accessible, with targets of 44 px', async () => {
  await startHeld()
  await expect.element(browser.getByRole('list', { name: 'Fund details' })).toBeVisible()
  await expectUsable()
})
