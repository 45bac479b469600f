import { expect, type Page } from '@playwright/test'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { quietTest as test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Adds Chromium's virtual authenticator, with its person always there. */
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
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Puts the passkey back as a copy has it that was made after its first signature. */
    becomeCopy: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      const [credential] = credentials
      if (!credential) throw new Error('the device has no passkey')
      const { credentialId } = credential
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      })
    },
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('somebody of the staff adds a passkey, logs in and confirms by it; a copy is refused, and a recovery code stands in [proof 1295]', async ({
  page,
}) => {
  const person = demo().demo.staff.at(-1)
  if (!person) throw new Error('the demo has no staff')
  const by_name = demo().url.replace('127.0.0.1', 'localhost')
  await page.goto(`${demo().url}/console/`)
  await expect(page.getByRole('link', { name: `${by_name}/console/` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0)

  const device = await addDevice(page)
  await page.goto(`${by_name}/console/#/own-sign-in`)
  await page.getByLabel('Name').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Log in')
  await page.getByLabel('Name of the passkey').fill('Desk key')
  await press(page, 'Add passkey')
  await expect(page.getByText('Desk key', { exact: true })).toBeVisible()
  await press(page, 'Log out')

  await device.verifies(false)
  await press(page, 'Log in with a passkey')
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await device.verifies(true)
  await page.getByLabel('Name').click()
  await press(page, 'Log in with a passkey')
  await expect(page.getByRole('heading', { name: 'Acts' })).toBeVisible()

  // As the office answers once the proof of the login is older than five minutes.
  await page.route('**/renew-recovery-codes', (route) =>
    route.fulfill({
      json: { code: 405, msg: 'Confirm that it’s you again', data: { reason: 'proof_stale' } },
      headers: { 'X-Request-Id': 'of-the-test' },
    }),
  )
  await page.goto(`${by_name}/console/#/acts/renew-recovery-codes`)
  await press(page, 'Renew recovery codes')
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await page.unroute('**/renew-recovery-codes')
  await press(page, 'Confirm with a passkey')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  const shown = await page.locator('#content').textContent()
  const codes = shown?.match(/[a-z2-7]{4}(-[a-z2-7]{4}){3}/g) ?? []
  expect(codes).toHaveLength(8)
  await press(page, 'I’ve noted it')

  await press(page, 'Log out')
  await device.becomeCopy()
  await press(page, 'Log in with a passkey')
  await expect(page.getByText('This passkey may have been copied', { exact: false })).toBeVisible()
  await page.getByLabel('Name').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Log in')
  await expect(page.getByText('Please confirm with your passkey or enter a code')).toBeVisible()
  await press(page, 'Use a recovery code')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await press(page, 'Log in')
  await page.goto(`${by_name}/console/#/own-sign-in`)
  await expect(page.getByText('You have 7 recovery codes left.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove Desk key' }).click()
  await press(page, 'Remove own passkey')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
})
