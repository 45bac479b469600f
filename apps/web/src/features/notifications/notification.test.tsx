import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { idOf } from '../../testing/chat-replies.ts'
import { pageOf, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import type { Notification } from './api/notifications.ts'

function buildNotification(number: number, members: Partial<Notification> = {}): Notification {
  return {
    notification_id: idOf(number),
    category: 'activity',
    title: `Title ${number}`,
    content: `Content ${number}`,
    created_at: '2026-03-01T12:00:00Z',
    read: false,
    subject_kind: null,
    subject_id: null,
    ...members,
  }
}

const start = (...items: Notification[]) =>
  openPage('/notification', {
    '/unread_count': success({ unread_total: items.length }),
    '/user/notifications/read': success({ unread_total: 0 }),
    '/user/notifications': success({ items, next_cursor: null, watermark: 'w' }),
    '/feedback/list': pageOf(),
  })

afterEach(() => vi.useRealTimers())

it('opens what a notification speaks of, and marks it read', async () => {
  const answered = buildNotification(1, { subject_kind: 'feedback', subject_id: 'x' })
  const sent = await start(answered)
  await browser.getByRole('button', { name: /Title 1/ }).click()
  expect(window.location.hash).toBe('#/ad-center/feedback')
  expect(sent.bodies('/user/notifications/read')).toEqual([{ notification_id: answered.notification_id }])
})

it('leads from money that a notification speaks of to its very line', async () => {
  await start(buildNotification(1, { subject_kind: 'flow', subject_id: 'recall:1' }))
  await browser.getByRole('button', { name: /Title 1/ }).click()
  expect(window.location.hash).toBe('#/wallet?line=recall%3A1')
})

it('shows an announcement whole where it has no page, in the language that it is in', async () => {
  await start(
    buildNotification(1, {
      category: 'system_maintenance',
      title: '维护',
      content: '周日凌晨维护。',
      language: 'zh-Hans',
      subject_kind: 'announcement',
    }),
  )
  await expect.element(browser.getByRole('button', { name: /维护/ })).toBeVisible()
  await expectUsable()
  await browser.getByRole('button', { name: /维护/ }).click()
  const sheet = browser.getByRole('dialog', { name: '维护' })
  await expect.element(sheet.getByText('周日凌晨维护。')).toHaveAttribute('lang', 'zh-Hans')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
})

it('names news of the account and an announced activity by different words', async () => {
  await start(
    buildNotification(1),
    buildNotification(2, { subject_kind: 'announcement' }),
    buildNotification(3, { category: 'system_announcement', subject_kind: 'announcement' }),
  )
  const row = (number: number) => browser.getByRole('button', { name: new RegExp(`Title ${number}`) })
  await expect.element(row(1)).toMatchTextContent(/Account\s· /)
  await expect.element(row(2)).toMatchTextContent(/Activities\s· /)
  await expect.element(row(3)).toMatchTextContent(/System announcement\s· /)
})

it('shows what comes while it is looked at', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const items = [buildNotification(1)]
  await openPage('/notification', {
    '/unread_count': success({ unread_total: 1 }),
    '/user/notifications': () => success({ items, next_cursor: null, watermark: 'w' }),
  })
  await expect.element(browser.getByRole('button', { name: /Title 1/ })).toBeVisible()
  items.unshift(buildNotification(2))
  vi.advanceTimersByTime(10_000)
  await expect.element(browser.getByRole('button', { name: /Title 2/ })).toBeVisible()
})
