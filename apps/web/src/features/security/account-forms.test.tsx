import { accessibilityFaults, expectUsable } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { type Reply, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildUser } from '../../testing/start-app.tsx'

const button = (name: string) => browser.getByRole('button', { name })
const field = (name: string) => browser.getByRole('textbox', { name, exact: true })
const heading = (name: string) => browser.getByRole('heading', { name, level: 2 })

/** Starts at an address; returns a function that lists the bodies sent to `path`. */
async function start(at: string, path: string, reply: Reply) {
  const sent = await openPage(at, { '/user/info': success(buildUser()), [path]: reply })
  return () => sent.bodies(path)
}

describe('the login password', () => {
  const CHANGE = '/auth/v2/password/change'
  async function change(old: string, password: string, repeated = password) {
    await field('Current login password').fill(old)
    await field('New login password').fill(password)
    await field('Repeat the new password').fill(repeated)
    await button('Change login password').click()
  }

  it('is changed with the present one, and says until when withdrawals wait', async () => {
    const until = '2026-03-02T12:00:00.000Z'
    const sent = await start('/customer/password', CHANGE, success({ effective_wait_until: until }))
    await button('Change login password').click()
    await expect.element(field('Current login password')).toHaveAccessibleDescription('Cannot be empty')
    await change('correct horse', 'loud mountain birds', 'loud mountain bird')
    await expect
      .element(field('Repeat the new password'))
      .toHaveAccessibleDescription('The passwords don’t match')
    expect(sent()).toEqual([])
    await expectUsable()
    await change('correct horse', 'loud mountain birds')
    await expect.element(heading('Login password changed')).toBeVisible()
    await expect.element(browser.getByText(/on hold until Mar\s2,\s2026/)).toBeVisible()
    expect(sent()).toEqual([{ old_password: 'correct horse', password: 'loud mountain birds' }])
    expect(await accessibilityFaults()).toEqual([])
    await button('Continue').click()
    await expect.poll(() => window.location.hash).toBe('#/customer')
  })
  it.each([
    ['login_password_wrong', 'old_password', 'Current login password'],
    ['login_password_same', 'password', 'New login password'],
  ])('says %s beside its field and keeps what was typed', async (reason, name, label) => {
    await start('/customer/password', CHANGE, refusal(405, 'Not this one', { reason, field: name }))
    await change('correct horse', 'loud mountain birds')
    await expect.element(field(label)).toHaveAccessibleDescription(/Not this one/)
    await expect.element(field('Current login password')).toHaveValue('correct horse')
    await expect.element(field('New login password')).toHaveValue('loud mountain birds')
  })
})

describe('the email address', () => {
  const CHANGE = '/auth/v2/email/change'
  async function ask(email: string, password: string) {
    await field('Email').fill(email)
    await field('Login password').fill(password)
    await button('Send link').click()
  }

  it('is asked for with the login password; the one that is there is shown masked', async () => {
    const sent = await start('/customer/email', CHANGE, success({ goes_on_by: 'mail' }))
    await expect.element(field('Email')).toHaveAccessibleDescription('Currently a•••@example.com')
    await ask('ada@example.org', '')
    await expect.element(field('Login password')).toHaveAccessibleDescription('Cannot be empty')
    expect(sent()).toEqual([])
    await expectUsable()
    await ask('ada@example.org', 'correct horse')
    await expect.element(heading('Check your email')).toBeVisible()
    expect(sent()).toEqual([{ email: 'ada@example.org', login_password: 'correct horse' }])
  })
  it('is confirmed by customer service where no mail is sent', async () => {
    await start('/customer/email', CHANGE, success({ goes_on_by: 'service' }))
    await ask('ada@example.org', 'correct horse')
    await expect.element(heading('Customer service will help')).toBeVisible()
  })
  it('says a wrong password beside its field', async () => {
    const wrong = { reason: 'login_password_wrong', field: 'login_password' }
    await start('/customer/email', CHANGE, refusal(405, 'The login password is wrong', wrong))
    await ask('ada@example.org', 'wrong horse')
    await expect.element(field('Login password')).toHaveAccessibleDescription('The login password is wrong')
    await expect.element(field('Email')).toHaveValue('ada@example.org')
  })
})
