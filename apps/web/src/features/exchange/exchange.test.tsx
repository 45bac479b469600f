import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openPage, owner } from '../../testing/open-page.ts'
import { buildUser } from '../../testing/start-app.tsx'
import type { ExchangeOrder, Offer } from './api/orders.ts'

const ORDER: ExchangeOrder = {
  order_id: '01890000-0000-7000-8000-0000000000e1',
  number: 'X100001',
  status: 'offered',
  status_at: '2026-03-01T11:58:00Z',
  deadline: new Date(Date.now() + 28 * 60_000 - 1000).toISOString(),
  acceptor_name: 'Harbour Exchange',
  acceptor_kind: 'enterprise',
  amount: '100.00',
  fee: '0.50',
  fee_percent: '0.50',
  receive_amount: '90.6246',
  receive_currency: 'EUR',
  rate: '0.910800',
  reference_rate: '0.920000',
  reference_source: 'ECB reference rates',
  reference_at: '2026-03-01T09:00:00Z',
  spread_percent: '1.00',
  create_time: '2026-03-01T11:58:00Z',
  timeline: [{ status: 'offered', at: '2026-03-01T11:58:00Z', reason: null, detail: null }],
  evidence: [],
}

const OFFER: Offer = {
  acceptor: {
    acceptor_id: '01890000-0000-7000-8000-0000000000e2',
    kind: 'enterprise',
    name: 'Harbour Exchange',
    limit: '600.00',
    bond: '1000.00',
    verified_at: '2026-01-15T10:00:00Z',
    completed_orders: 12,
  },
  order: ORDER,
}

const EXPIRED: ExchangeOrder = {
  ...ORDER,
  status: 'expired',
  deadline: null,
  timeline: [
    ...ORDER.timeline,
    { status: 'expired', at: '2026-03-01T12:28:00Z', reason: 'code_expired', detail: null },
  ],
}

const PAID: ExchangeOrder = {
  ...ORDER,
  status: 'paid',
  timeline: [
    ...ORDER.timeline,
    { status: 'escrowed', at: '2026-03-01T12:00:00Z', reason: 'confirmed', detail: null },
    { status: 'paid', at: '2026-03-01T13:00:00Z', reason: 'marked_paid', detail: null },
  ],
  evidence: [
    {
      evidence_id: '01890000-0000-7000-8000-0000000000e3',
      party: 'acceptor',
      note: 'SEPA transfer of today',
      images: [],
      at: '2026-03-01T13:00:00Z',
    },
  ],
}

function start(replies: Replies = {}, user = owner) {
  const needed = { '/acceptor/order/list': pageOf(), '/acceptor/detail': success(OFFER) }
  return openPage('/wallet/foreign-exchange', { ...needed, ...replies }, { user })
}

const button = (name: RegExp | string) => browser.getByRole('button', { name })
const code = browser.getByRole('textbox', { name: 'Acceptance code' })
async function seeOffer() {
  await code.fill('ABCDEFGHJKMN')
  await button('See offer').click()
}

describe('an acceptance code', () => {
  it('leads to the offer: acceptor, bond, limit, rate beside its reference, spread and fee', async () => {
    const sent = await start()
    await expect.element(browser.getByText(/No exchange orders yet/)).toBeVisible()
    await code.fill('abcd efgh jkmn')
    await expect.element(code).toHaveValue('ABCD-EFGH-JKMN')
    await button('See offer').click()
    const offer = browser.getByRole('region', { name: /^Offer X100001/ })
    for (const text of [
      /100\.00.USD/,
      /0\.50.USD \(0\.50%\)/,
      /1 USD = 0\.9108 EUR/,
      /1 USD = 0\.92 EUR/,
      /ECB reference rates/,
      /1\.00%/,
      /90\.62.EUR/,
      /Code valid for 28\smin/,
    ]) {
      await expect.element(offer).toMatchTextContent(text)
    }
    const acceptor = browser.getByRole('region', { name: 'Acceptor' })
    for (const text of [
      /Harbour Exchange/,
      /Enterprise acceptor/,
      /Verified by us on Jan\s15,\s2026/,
      /600\.00/,
      /1,000\.00/,
      /12/,
    ]) {
      await expect.element(acceptor).toMatchTextContent(text)
    }
    expect(sent.bodies('/acceptor/detail')).toEqual([{ code: 'ABCD-EFGH-JKMN' }])
  })

  it('that is wrong is said beside the field, and can be mended', async () => {
    await start({
      '/acceptor/detail': refusal(405, 'Acceptance code error, please re-enter', {
        reason: 'acceptance_code_error',
        field: 'code',
      }),
    })
    await code.fill('AAAABBBBCCCC')
    await button('See offer').click()
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining('Acceptance code error, please re-enter'))
    await expect.element(code).toHaveValue('AAAA-BBBB-CCCC')
    await expect.element(code).toHaveFocus()
  })

  it('is asked for before anything is sent', async () => {
    const sent = await start()
    await button('See offer').click()
    await expect.element(code).toHaveAccessibleDescription(/Cannot be empty/)
    expect(sent('/acceptor/detail')).toHaveLength(0)
  })

  it('that has run out says so, and nothing on the page pretends to confirm', async () => {
    await start({
      '/acceptor/detail': success({ ...OFFER, order: { ...ORDER, deadline: '2026-03-01T12:00:00Z' } }),
    })
    await seeOffer()
    await expect.element(browser.getByText('This code has expired')).toBeVisible()
    await expect.element(browser.getByText(/doesn’t move any money/)).toBeVisible()
    await expect.element(button(/confirm/i)).not.toBeInTheDocument()
  })
})

describe('an offer', () => {
  it('is confirmed with the transaction password, once, and its order then says what comes next', async () => {
    const escrowed: ExchangeOrder = { ...PAID, status: 'escrowed', evidence: [] }
    let confirmed = false
    const sent = await start({
      '/acceptor/order/list': () => pageOf(confirmed ? escrowed : ORDER),
      '/acceptor/order/confirm': () => {
        confirmed = true
        return success(escrowed)
      },
    })
    await seeOffer()
    await button(/^Confirm · 100\.00/).click()
    const pin = browser.getByRole('dialog', { name: 'Transaction password' })
    await expect
      .element(pin)
      .toMatchTextContent(/100\.00.USD into escrow, for 90\.62.EUR from Harbour Exchange/)
    for (const digit of '204816') await pin.getByRole('button', { name: digit, exact: true }).click()
    await pin.getByRole('button', { name: /^Confirm · / }).click()
    const sheet = browser.getByRole('dialog', { name: 'Order X100001' })
    await expect.element(sheet).toMatchTextContent(/The acceptor has until .* to pay you 90\.62.EUR/)
    await expect.element(sheet).toMatchTextContent(/Never pay anyone outside this process/)
    const [request, ...others] = sent.bodies('/acceptor/order/confirm')
    expect(others).toEqual([])
    expect(request).toMatchObject({
      order_id: ORDER.order_id,
      password: expect.stringMatching(/^[0-9a-f]{32}$/),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('leads to the transaction password first where none is set', async () => {
    await start({}, buildUser())
    await seeOffer()
    await expect
      .element(browser.getByRole('link', { name: /Set a transaction password first/ }))
      .toHaveAttribute('href', expect.stringContaining('/wallet/set-password?next='))
    await expect.element(button(/^Confirm/)).not.toBeInTheDocument()
  })

  it('asks for the second factor where one is set up, and sends it with the next try', async () => {
    let tries = 0
    const sent = await start({
      '/acceptor/order/list': pageOf(PAID),
      '/acceptor/order/complete': () => {
        tries += 1
        const reason = 'second_factor_required'
        return tries === 1 ? refusal(405, 'Please enter a code', { reason }) : success(PAID)
      },
    })
    await button(/X100001/).click()
    await button(/^Payment received · release 100\.00/).click()
    const pin = browser.getByRole('dialog', { name: 'Transaction password' })
    await expect.element(pin).toMatchTextContent(/goes to Harbour Exchange and can’t be returned/)
    const release = async () => {
      for (const digit of '204816') await pin.getByRole('button', { name: digit, exact: true }).click()
      await pin.getByRole('button', { name: /^Payment received/ }).click()
    }
    await release()
    await pin.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
    await release()
    await expect.element(pin).not.toBeInTheDocument()
    expect(sent.bodies('/acceptor/order/complete').map((body) => Object(body).second_factor)).toEqual([
      undefined,
      '123456',
    ])
  })

  it('marked as paid can be disputed, with words and pictures', async () => {
    const sent = await start({
      '/acceptor/order/list': pageOf(PAID),
      '/acceptor/order/dispute': success({ ...PAID, status: 'disputed' }),
    })
    await button(/X100001/).click()
    await expect
      .element(browser.getByRole('region', { name: 'Evidence' }))
      .toMatchTextContent(/From the acceptor.*SEPA transfer of today/)
    await button('Payment not received').click()
    await button('Dispute the order').click()
    const note = browser.getByRole('textbox', { name: 'What happened' })
    await expect.element(note).toHaveAccessibleDescription(/Cannot be empty/)
    expect(await accessibilityFaults()).toEqual([])
    await note.fill('Nothing came until noon')
    await button('Dispute the order').click()
    await expect.poll(() => sent('/acceptor/order/dispute')).toHaveLength(1)
    await expect.element(browser.getByText('Sent. We’ll review it.')).toBeVisible()
    expect(sent.bodies('/acceptor/order/dispute')).toMatchObject([
      { order_id: ORDER.order_id, note: 'Nothing came until noon', images: [] },
    ])
  })
})

describe('transaction records', () => {
  it('show each order with its state, and all of it on a tap', async () => {
    await start({ '/acceptor/order/list': pageOf(EXPIRED) })
    await button(/100\.00.*90\.62.*X100001\s· Harbour Exchange.*Expired/).click()
    const sheet = browser.getByRole('dialog', { name: 'Order X100001' })
    await expect
      .element(sheet.getByRole('list', { name: 'History' }))
      .toMatchTextContent(/Offered.*Expired.*expired after 30 minutes\. No money moved/)
  })

  it('show what staff wrote as they wrote it', async () => {
    const withdrawn: ExchangeOrder = {
      ...EXPIRED,
      status: 'withdrawn',
      timeline: [
        ...ORDER.timeline,
        {
          status: 'withdrawn',
          at: '2026-03-01T12:10:00Z',
          reason: 'withdrawn',
          detail: 'Asked by the acceptor',
        },
      ],
    }
    await start({ '/acceptor/order/list': pageOf(withdrawn) })
    await button(/Withdrawn/).click()
    await expect
      .element(browser.getByText(/The offer was withdrawn\. No money moved\. Asked by the acceptor/))
      .toBeVisible()
  })

  it('are a way to try again when they cannot be read', async () => {
    let isBroken = true
    await start({
      '/acceptor/order/list': () => (isBroken ? refusal(500, 'Server error') : pageOf(EXPIRED)),
    })
    await expect.element(button(/Request failed, click to reload/)).toBeVisible()
    isBroken = false
    await button(/Request failed, click to reload/).click()
    await expect.element(browser.getByRole('list', { name: 'Transaction records' })).toBeVisible()
  })
})

it.each(['light', 'dark'])('breaks no accessibility rule in the %s appearance', async (appearance) => {
  await start({ '/acceptor/order/list': pageOf(EXPIRED) })
  document.documentElement.dataset.appearance = appearance
  await expect.element(button(/X100001/)).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
  await seeOffer()
  await expect.element(browser.getByRole('region', { name: /^Offer/ })).toBeVisible()
  await expectUsable()
  await button(/X100001\s· Harbour/).click()
  await expect.element(browser.getByRole('dialog')).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
  delete document.documentElement.dataset.appearance
})
