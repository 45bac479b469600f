import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { fileReply, type Replying, refusal } from '../../testing/fake-api.ts'
import { openAsOwner, owner } from '../../testing/open-page.ts'
import { enterPin, PIN_DIGEST, sheet } from '../../testing/pin-sheet.ts'
import { catchSavedFiles } from '../../testing/saved-files.ts'
import { buildUser } from '../../testing/start-app.tsx'

const ZIP = new Blob(['PK'], { type: 'application/zip' })
const TOO_MANY = 'Too many requests. Please wait a moment.'
const password = PIN_DIGEST
const ASKED = refusal(405, 'Please enter a code', {
  reason: 'second_factor_required',
  field: 'second_factor',
  asks: { app: true, passkey: null },
})
const save = browser.getByRole('button', { name: 'Save archive', exact: true })

/** The page of a customer, what it sent, and the names of files that it handed to the device. */
async function start(reply: Replying, user = owner) {
  const saved = catchSavedFiles()
  const sent = await openAsOwner('/customer/archive', { '/user/archive': reply }, { user })
  return { saved, bodies: () => sent.bodies('/user/archive') }
}

describe('everything that is kept of a customer', () => {
  it('is saved after the transaction password, and the page says what is in it [proof 365]', async () => {
    const { saved, bodies } = await start(fileReply(ZIP))
    await expect.element(browser.getByText(/account numbers are in it as plain text/)).toBeVisible()
    await save.click()
    await enterPin('Save archive')
    await expect.element(browser.getByText('Archive saved')).toBeVisible()
    expect(bodies()).toEqual([{ password }])
    expect(saved).toEqual([expect.stringMatching(/^archive-\d{4}-\d\d-\d\d\.zip$/)])
    await expect.element(sheet).not.toBeInTheDocument()
  })

  it('asks for a code where the answer does, and sends it with the next try', async () => {
    let asked = false
    const { saved, bodies } = await start(() => {
      if (asked) return fileReply(ZIP)
      asked = true
      return ASKED
    })
    await save.click()
    await enterPin('Save archive')
    await sheet.getByLabelText('Code from your authenticator app, or a recovery code').fill('123456')
    await sheet.getByRole('button', { name: '2', exact: true }).click()
    for (const digit of '46810') await sheet.getByRole('button', { name: digit, exact: true }).click()
    await sheet.getByRole('button', { name: 'Save archive' }).click()
    await expect.element(browser.getByText('Archive saved')).toBeVisible()
    expect(bodies()).toEqual([{ password }, { password, second_factor: '123456' }])
    expect(saved).toHaveLength(1)
  })

  it('asks for the login password where no transaction password is set, and says what is wrong beside it', async () => {
    const answers = [
      refusal(400, 'This is not the password', { reason: 'login_password_wrong', field: 'login_password' }),
      refusal(400, TOO_MANY, { reason: 'too_many_requests' }),
      fileReply(ZIP),
    ]
    const { saved, bodies } = await start(() => answers.shift() ?? fileReply(ZIP), buildUser())
    await expect.element(save).toBeDisabled()
    const field = browser.getByLabelText('Login password')
    await field.fill('a quiet river')
    await save.click()
    await expect.element(browser.getByText('This is not the password')).toBeVisible()
    await field.fill('a quiet river at noon')
    await save.click()
    await expect.element(browser.getByRole('alert')).toHaveTextContent(TOO_MANY)
    expect(saved).toEqual([])
    // A tap elsewhere, because two on one button in a row count as one.
    await browser.getByRole('alert').click()
    await save.click()
    await expect.element(browser.getByText('Archive saved')).toBeVisible()
    const login_password = 'a quiet river at noon'
    expect(bodies()).toEqual([{ login_password: 'a quiet river' }, { login_password }, { login_password }])
  })

  it('has no fault of accessibility and no small target', async () => {
    await start(fileReply(ZIP))
    await expect.element(save).toBeVisible()
    await expectUsable()
  })
})
