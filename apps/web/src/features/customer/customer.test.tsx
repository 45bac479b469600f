import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { expectUsable, smallTargets } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { followAppearance } from '../../lib/device/appearance.ts'
import { query_client } from '../../lib/query-client.ts'
import { keepLastAnswers } from '../../lib/session/last-answers.ts'
import { buildMessage, idOf } from '../../testing/chat-replies.ts'
import { pageOf, type Replies, type Reply, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { buildUser } from '../../testing/start-app.tsx'
import { buildProperty } from '../../testing/wallet-replies.ts'
import type { ChatMessage } from './api/chat.ts'

/** A device that is logged in; the first is this one. */
const device = (number: number, name: string) => ({
  session_id: idOf(number),
  device: name,
  created_at: '2026-03-01T12:00:00Z',
  last_used_at: '2026-03-01T12:00:00Z',
  current: number === 1,
})
const [CHROME, SAFARI] = [device(1, 'Chrome, Linux'), device(2, 'Safari, iPhone')]

const ACCOUNT = {
  account_holder: 'Adtally Sandbox Ltd',
  account_number: 'DE75512108001245126199',
  bank_name: 'Sandbox Bank',
  reference: 'ADK7QZP2M4WX',
  currency: 'USD',
}

/** A chat as the server keeps it. */
const start = (messages: ChatMessage[] = [], replies: Replies = {}) =>
  openAsOwner('/customer', {
    '/service/chat/list': ({ query }) =>
      success({
        items: query.after
          ? messages.filter(({ revision }) => revision > Number(query.after))
          : messages.toReversed(),
        next_cursor: null,
        revision: Math.max(0, ...messages.map(({ revision }) => revision)),
        hours: '08:00–20:00 UTC',
        online: true,
      }),
    '/service/chat/read': success({}),
    '/auth/v2/session/list': pageOf(CHROME, SAFARI),
    '/user/accountability/list': pageOf(),
    ...replies,
  })

const log = browser.getByRole('log', { name: 'Messages' })
const field = browser.getByRole('textbox', { name: 'Write a message' })
const button = (name: string) => browser.getByRole('button', { name, exact: true })

/** The server's answer to a message. */
const storedMessage = ({ body }: Sent) =>
  success(buildMessage(2, { author: 'customer', author_name: null, text: Object(body).text }))

describe('the chat', () => {
  it('says permanently that nobody may ask for a payment to withdraw, and when service answers', async () => {
    await start()
    await expect.element(browser.getByText(/No one should ever ask you to pay to withdraw/)).toBeVisible()
    await expect.element(browser.getByText('Online · 08:00–20:00 UTC')).toBeVisible()
    await expect.element(browser.getByText(/Send us a message\. We’ll reply here/)).toBeVisible()
  })
  it('opens at the newest message: whole at the end, or from its beginning where it is taller than the list', async () => {
    const long = Array.from({ length: 80 }, (_, line) => `line ${line}`).join('\n')
    const messages = [buildMessage(1, { text: long }), buildMessage(2, { text: long })]
    await start(messages)
    await expect.element(log).toBeVisible()
    const box = log.element()
    const fromTop = () =>
      (box.lastElementChild?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top
    await expect.poll(fromTop).toBeGreaterThanOrEqual(0)
    expect(fromTop()).toBeLessThan(12)
    messages.push(buildMessage(3, { text: 'a short one' }))
    await expect.element(log.getByText('a short one')).toBeVisible()
    await expect.poll(() => Math.abs(box.scrollHeight - box.clientHeight - box.scrollTop)).toBeLessThan(2)
  })
  it('shows a message at once, then that it was sent', async () => {
    const sent = await start([buildMessage(1)], { '/service/chat/send': storedMessage })
    await expect.element(log).toBeVisible()
    await field.fill('When does it arrive?')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText('When does it arrive?')).toBeVisible()
    await expect.element(log.getByText('Sent', { exact: true })).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(sent('/service/chat/send')).toHaveLength(1)
  })
  it('keeps what was not sent, and tries it again under the same id', async () => {
    let isLost = true
    const sent = await start([buildMessage(1)], {
      '/service/chat/send': (request) => {
        if (isLost) throw new TypeError('lost')
        return storedMessage(request)
      },
    })
    await expect.element(log).toBeVisible()
    await field.fill('hello')
    await button('Send').click()
    await expect.element(log.getByText('Not sent')).toBeVisible()
    isLost = false
    await button('Send again').click()
    await expect.element(log.getByText('Sent', { exact: true })).toBeVisible()
    await expect.element(log.getByText('Not sent')).not.toBeInTheDocument()
    const ids = sent.bodies('/service/chat/send').map((body) => Object(body).request_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
  it('is sent although an image was refused; one that was lost stays to be tried again [proof 387]', async () => {
    let answer: () => Reply = () => refusal(400, 'This is no image', { reason: 'image_unreadable' })
    const sent = await start([buildMessage(1)], {
      '/files/upload': () => answer(),
      '/service/chat/send': storedMessage,
    })
    await expect.element(log).toBeVisible()
    const choose = browser.getByLabelText('Choose images')
    const broken = () => new File(['no picture'], 'broken.png', { type: 'image/png' })
    await userEvent.upload(choose, broken())
    await expect.element(browser.getByText('This is no image')).toBeVisible()
    await field.fill('the receipt does not load')
    await button('Send').click()
    await expect.element(log.getByText('the receipt does not load')).toBeVisible()
    await expect.element(browser.getByText('This is no image')).not.toBeInTheDocument()
    answer = () => {
      throw new TypeError('lost')
    }
    await userEvent.upload(choose, broken())
    await expect.element(button('Try again')).toBeVisible()
    await field.fill('another one')
    await button('Send').click()
    await expect.element(log.getByText('another one')).toBeVisible()
    await expect.element(button('Try again')).toBeVisible()
    expect(sent.bodies('/service/chat/send').map((body) => Object(body).images ?? [])).toEqual([[], []])
  })
  it('asks only for what changed, and shows answers and read marks as they come', async () => {
    const own = buildMessage(4, { author: 'customer', text: 'my question' })
    const messages = [buildMessage(1, { read_at: own.sent_at }), buildMessage(2), buildMessage(3), own]
    const sent = await start(messages)
    await expect.element(log.getByText('Sent', { exact: true })).toBeVisible()
    messages.push(buildMessage(5, { text: 'the answer' }))
    messages[3] = { ...own, read_at: '2026-03-01T12:01:00Z', revision: 6 }
    await expect.element(log.getByText('the answer')).toBeVisible()
    await expect.element(log.getByText('Read', { exact: true })).toBeVisible()
    expect(sent('/service/chat/list').map(({ query }) => query.after)).toContain('4')
    await expect.poll(() => sent('/service/chat/read').at(-1)?.body).toEqual({ message_id: idOf(5) })
  })
})

describe('asking for a deposit', () => {
  const details = buildMessage(7, {
    author: 'program',
    kind: 'deposit_details',
    text: JSON.stringify(ACCOUNT),
  })
  it('is answered by the program with account and reference, asked once, and shown whole [proof 386]', async () => {
    const sent = await start([buildMessage(1)], {
      '/service/deposit_details': success({ message: details, ...ACCOUNT }),
    })
    await expect.element(log).toBeVisible()
    const ask = button('Request deposit details').element()
    if (!(ask instanceof HTMLElement)) throw new Error('no button')
    ask.click()
    ask.click()
    const card = browser.getByRole('region', { name: 'Deposit details' })
    await expect.element(card.getByText('ADK7QZP2M4WX')).toBeVisible()
    // Outside the message box, which scrolls by itself.
    expect(log.element().contains(card.element())).toBe(false)
    await expect.element(card.getByRole('button', { name: 'Copy Your reference' })).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Copy Account number' })).toBeVisible()
    expect(sent('/service/deposit_details')).toHaveLength(1)
  })
  it('never shows a person’s message as the program’s', async () => {
    await start([{ ...details, author: 'service' }])
    await expect.element(log).toBeVisible()
    await expect.element(browser.getByRole('region', { name: 'Deposit details' })).not.toBeInTheDocument()
  })
  it('stands once, as answered last', async () => {
    const earlier = buildMessage(6, { ...details, message_id: idOf(6) })
    await start([earlier, details])
    await expect
      .element(browser.getByText('These deposit details are out of date. Use the latest ones below.').first())
      .toBeVisible()
    expect(browser.getByRole('region', { name: 'Deposit details' }).elements()).toHaveLength(1)
  })
  it('says that deposits are paused before they are asked for [proof 610]', async () => {
    const replies = { '/user/property': success(buildProperty({ payments_stopped: true })) }
    const sent = await start([buildMessage(1)], replies)
    const ask = button('Request deposit details')
    await expect.element(ask).toBeVisible()
    const paused = browser.getByText('Deposits and new plans are paused for now. You can still withdraw.')
    await expect.element(paused).toBeVisible()
    expect(sent('/service/deposit_details')).toHaveLength(0)
    const [note, below] = [paused, ask].map((one) => one.element().getBoundingClientRect().top)
    expect(note).toBeLessThan(below ?? 0)
  })
  it('says why it cannot be answered now', async () => {
    await start([buildMessage(1)], {
      '/service/deposit_details': refusal(405, 'Deposits and new plans are paused for now', {
        reason: 'payments_stopped',
      }),
    })
    await button('Request deposit details').click()
    await expect.element(browser.getByText('Deposits and new plans are paused for now')).toBeVisible()
  })
})

describe('the acts of staff', () => {
  it('are told in words, a later version’s by its code; several roles by their number, named on request', async () => {
    const entry = {
      entry_id: '1',
      occurred_at: '2026-03-01T12:00:00Z',
      role: 'support',
      subject: 'coupon_offer:1',
      reason: 'A late review',
      approver_role: null,
    }
    const items = [
      { ...entry, entry_id: '3', action: 'coupon.issue.proposed', role: 'support, risk, admin' },
      { ...entry, entry_id: '2', action: 'acceptance_code.withdrawn', approver_role: 'risk' },
      { ...entry, entry_id: '1', action: 'later.version', approver_role: 'support, content, admin' },
    ]
    await start([], { '/user/accountability/list': pageOf(...items) })
    await expect.element(browser.getByText('Proposed: “Coupon given to you”')).toBeVisible()
    await expect.element(browser.getByText('Exchange offer withdrawn')).toBeVisible()
    await expect.element(browser.getByText('later.version')).toBeVisible()
    const roles = browser.getByText('Customer service, Risk, and Administrator')
    await expect.element(roles).not.toBeVisible()
    await browser.getByText(/^A member of our staff\s· /).click()
    await expect.element(roles).toBeVisible()
    await expect.element(browser.getByText(/^Customer service\s· approved by: Risk\s· /)).toBeVisible()
    const approved = browser.getByText(/^Customer service\s· approved by another member of our staff\s· /)
    await expect.element(approved).toBeVisible()
    expect(smallTargets(document.body)).toEqual([])
  })
})

describe('customer information', () => {
  it('shows the operated ID, level, deposits and credit score', async () => {
    await start()
    await expect.element(browser.getByText('100001')).toBeVisible()
    await expect.element(browser.getByRole('button', { name: 'Copy Operated ID' })).toBeVisible()
    await expect.element(browser.getByRole('img', { name: '0 of 4 stars' })).toBeVisible()
    await browser.getByRole('button', { name: /^Credit score/ }).click()
    await expect.element(browser.getByText('It has no effect on withdrawals.')).toBeVisible()
  })
  it('lists every device, however many pages they come in', async () => {
    await start([], {
      '/auth/v2/session/list': ({ query }) =>
        query.cursor === 'next' ? pageOf(SAFARI) : success({ items: [CHROME], next_cursor: 'next' }),
    })
    const first = browser.getByText('Chrome, Linux')
    await expect.element(first).toBeVisible()
    // The next page loads when scrolled near.
    first.element().scrollIntoView({ block: 'center' })
    await expect.element(browser.getByText('Safari, iPhone')).toBeInTheDocument()
  })
  it('signs another device out, and never this one', async () => {
    const sent = await start([], { '/auth/v2/session/revoke': success({}) })
    await expect.element(browser.getByText('This device')).toBeVisible()
    await expect.element(button('Log out Chrome, Linux')).not.toBeInTheDocument()
    await button('Log out Safari, iPhone').click()
    await browser.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect.element(browser.getByText('Device logged out')).toBeVisible()
    expect(sent.bodies('/auth/v2/session/revoke')).toEqual([{ session_id: SAFARI.session_id }])
  })
  describe('logging out on all devices', () => {
    const ALL = '/auth/v2/logout/all'
    const question = browser.getByRole('alertdialog', { name: 'Log out on all devices?' })
    const confirm = question.getByRole('button', { name: 'Log out on all devices' })
    const tapAtOnce = () => {
      const tapped = confirm.element()
      if (tapped instanceof HTMLElement) tapped.click()
    }
    const ask = async (reply?: Reply | (() => Reply)) => {
      const sent = await start([], reply && { [ALL]: reply })
      await button('Log out on all devices').click()
      await expect.element(question).toBeVisible()
      expect(sent(ALL)).toEqual([])
      return () => sent(ALL).length
    }

    it('asks, ends all by one call however often it is tapped, and leaves nothing of the session here [proof 412]', async () => {
      const sent = await ask(success({}))
      await expect.element(question.getByText(/including this one/)).toBeVisible()
      onTestFinished(keepLastAnswers(query_client))
      localStorage.setItem('last_answers', 'kept of this session')
      for (let taps = 0; taps < 3; taps += 1) tapAtOnce()
      await expect.element(browser.getByText('Logged out on all devices')).toBeVisible()
      await expect.poll(() => window.location.hash).toBe('#/login')
      expect(sent()).toBe(1)
      for (const key of ['fb_token', 'fb_userInfo', 'last_answers'])
        expect(localStorage.getItem(key)).toBeNull()
    })
    it('is done by keys alone, and left by Escape with nothing sent', async () => {
      const sent = await ask(success({}))
      await userEvent.keyboard('{Escape}')
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(button('Log out on all devices')).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      await expect.element(question).toBeVisible()
      expect(sent()).toBe(0)
      while (document.activeElement !== confirm.element()) await userEvent.tab()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => window.location.hash).toBe('#/login')
      expect(sent()).toBe(1)
    })
    it('waits while offline and says so', async () => {
      const sent = await ask(success({}))
      onlineManager.setOnline(false)
      await expect.element(confirm).toHaveAccessibleDescription('You can do this when you’re back online')
      tapAtOnce()
      expect(sent()).toBe(0)
      expect(localStorage.getItem('fb_token')).not.toBeNull()
    })
    it('claims nothing where no answer comes: the session stays, and it can be tried again [proof 413]', async () => {
      await ask()
      await confirm.click()
      await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
      await expect.element(question).toBeVisible()
      expect(localStorage.getItem('fb_token')).not.toBeNull()
    })
    it('is not offered to who came from a host’s app, which holds their session', async () => {
      await start([], { '/user/info': success(buildUser({ entry: 'hybrid' })) })
      await expect.element(browser.getByText('This device')).toBeVisible()
      await expect.element(button('Log out on all devices')).not.toBeInTheDocument()
    })
  })
  it('changes text size and appearance at once', async () => {
    followAppearance()
    await start()
    await button('Largest').click()
    expect(document.documentElement.dataset.textSize).toBe('largest')
    await button('Dark').click()
    expect(document.documentElement.dataset.appearance).toBe('dark')
    await button('Regular').click()
    await button('Same as device').click()
  })
})

it('is accessible, with targets of 44 px', async () => {
  await start([buildMessage(1), buildMessage(2, { author: 'customer' })])
  await expect.element(log).toBeVisible()
  await expect.element(browser.getByText('This device')).toBeVisible()
  await expectUsable()
})
