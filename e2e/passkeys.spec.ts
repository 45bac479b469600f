import { expect, type Page } from '@playwright/test'
import { ownDemo } from './support/own-demo.ts'
import { NOBODY_VISITS } from './support/program.ts'
import { bindBankAccount, enterPin, signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'

const ACCOUNT = { bank: 'Harbour Bank', name: 'Robin Vale', number: 'GB82 WEST 1234 5698 7654 32' }
const SECOND_FACTOR = '/wallet/set-password?mode=second-factor'

const demo = ownDemo({ env: NOBODY_VISITS })

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Adds Chromium's virtual authenticator, with its user always present. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the user passes verification. */
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials[0]?.signCount
    },
  }
}

async function prove(page: Page, digits: string, act: string | RegExp): Promise<void> {
  const sheet = page.getByRole('dialog')
  await enterPin(sheet, digits)
  await sheet.getByRole('button', { name: act, exact: true }).click()
}

test('a passkey is added, logs in, lets a withdrawal go and is removed; at an address without a name it is not [proof 341]', async ({
  page,
}) => {
  const [leader] = demo().demo.customers
  const { transaction_password: digits } = leader
  const by_name = demo().url.replace('127.0.0.1', 'localhost')
  expect(demo().output()).toContain(`The same for passkeys ${by_name}/`)

  await page.goto(`${demo().url}/#${SECOND_FACTOR}`)
  await signIn(page, leader)
  await expect(page.getByText(`Passkeys work at ${by_name}, not at this address.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)

  const device = await addDevice(page)
  await page.goto(`${by_name}/#${SECOND_FACTOR}`)
  await signIn(page, leader)
  await page.getByLabel('Name of the passkey').fill('Robin’s phone')
  await press(page, 'Add a passkey')
  await prove(page, digits, 'Add a passkey')
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await press(page, 'I’ve written them down')
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(row).toContainText('Robin’s phone')
  await expect(row).toContainText('Not used yet')
  await press(page, 'Require at login, too')
  await prove(page, digits, 'Require at login, too')
  await expect(page.getByText(/^Required since/)).toBeVisible()
  await expect(row).toContainText('Last used')

  await page.goto(`${by_name}/#/ad-center`)
  await press(page, 'Log out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Username').fill(leader.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(leader.password)
  await press(page, 'Log in')
  await expect(page.getByText('Your password is correct.', { exact: false })).toBeVisible()
  await device.verifies(false)
  await press(page, 'Log in with a passkey')
  await expect(page.getByText('You didn’t use a passkey.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)
  await device.verifies(true)
  // A second tap right away would be ignored as a double tap.
  await page.getByLabel('Recovery code').click()
  await press(page, 'Log in with a passkey')
  await expect(page).toHaveURL(/#\/ad-center/)

  await page.goto(`${by_name}/#/wallet/bind-card`)
  await bindBankAccount(page, ACCOUNT, digits)
  await page.goto(`${by_name}/#/wallet`)
  await press(page, 'Withdraw')
  await page.getByRole('textbox', { name: /^Amount in/ }).fill('20.00')
  await press(page, 'Continue')
  await expect(page.getByText('You confirm with your passkey after the transaction password.')).toBeVisible()
  const before = await device.count()
  await press(page, /^Withdraw\s· /)
  await prove(page, digits, /^Withdraw\s· /)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  expect(await device.count(), 'the passkey signed').toBe((before ?? 0) + 1)

  await page.goto(`${by_name}/#${SECOND_FACTOR}`)
  await press(page, 'Remove Robin’s phone')
  await prove(page, digits, 'Remove Robin’s phone')
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(page.getByText('It’s optional', { exact: false })).toBeVisible()
})
