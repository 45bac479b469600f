import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { success } from '../../../testing/fake-api.ts'
import { openPage } from '../../../testing/open-page.ts'
import { buildUser } from '../../../testing/start-app.tsx'

/** Each form with a login password: address, user, and its fields as password managers see them. */
const FORMS = [
  ['/login', null, { username: 'username', password: 'current-password' }],
  ['/register', null, { username: 'username', password: 'new-password', confirm_password: 'new-password' }],
  ['/reset-password?token=abc', null, { password: 'new-password', confirm_password: 'new-password' }],
  [
    '/customer/password',
    'ada',
    { old_password: 'current-password', password: 'new-password', confirm_password: 'new-password' },
  ],
] as const

/** Longer than anybody types, with characters that forms like to refuse. */
const MADE_BY_MACHINE = 'Zq7#"\\ ü€ 8fK-2mWc0 <p>&amp;%00 '.padEnd(64, 'x')

async function start(at: string, username: string | null) {
  const user = username === null ? null : buildUser({ username })
  await openPage(at, { '/user/info': success(user) }, { user })
  await expect.element(browser.getByRole('textbox').first()).toBeVisible()
}

function input(name: string): HTMLInputElement {
  const found = document.querySelector(`input[name="${name}"]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
  return found
}

describe.each(FORMS)('%s', (at, username, fields) => {
  it('names each field’s purpose for password managers', async () => {
    await start(at, username)
    const told = Object.keys(fields).map((name) => [name, input(name).autocomplete])
    expect(Object.fromEntries(told)).toEqual(fields)
  })

  it('takes what is pasted and what a password manager fills in, whole', async () => {
    await start(at, username)
    const secrets = Object.entries(fields).filter(([, kind]) => kind.endsWith('-password'))
    const clipboard = document.createElement('input')
    document.body.append(clipboard)
    clipboard.value = MADE_BY_MACHINE
    for (const [name] of secrets) {
      clipboard.select()
      await userEvent.copy()
      input(name).focus()
      await userEvent.paste()
      expect(input(name).value).toBe(MADE_BY_MACHINE)
      // Password managers set the value and dispatch an event, without key presses.
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(input(name), 'filled in')
      input(name).dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      expect(input(name).value).toBe('filled in')
    }
    clipboard.remove()
  })
})
