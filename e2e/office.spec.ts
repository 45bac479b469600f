import { expect, type Page } from '@playwright/test'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { quietTest as test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Somebody of the demo's staff who may place holds. */
function maker(): { username: string; password: string } {
  const found = demo().demo.staff.find(({ username }) => username === 'nina')
  if (!found) throw new Error('the demo has no nina')
  return found
}

async function logIn(page: Page): Promise<void> {
  const { username, password } = maker()
  const name = page.getByLabel('Name')
  if (await name.isEditable()) await name.fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a hold is proposed by the form of its statement, over a session that ends in it', async ({
  page,
  context,
}) => {
  const customer = demo().demo.customers[0]?.username ?? ''
  await page.goto(`${demo().url}/console/`)
  await logIn(page)
  await page.getByLabel('Search acts').fill('closed list')
  await page.getByRole('link', { name: 'Place hold' }).click()
  await page.getByLabel('Customer', { exact: true }).fill(customer)
  await page.getByLabel('Reason').selectOption('account_theft')
  await page.getByLabel('Amount').fill('nothing')
  await page.getByLabel('Evidence', { exact: true }).fill('Seen in the chat')
  await page.getByLabel('Report (optional)').fill('Chat of today')
  await page.getByRole('button', { name: 'Place hold' }).click()
  await expect(page.getByText('Please enter a valid number')).toBeVisible()
  await page.getByLabel('Amount').fill('1.00')

  // The browser forgets the session, as it does when it is closed.
  await context.clearCookies()
  await page.getByRole('button', { name: 'Place hold' }).click()
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByLabel('Evidence', { exact: true })).toBeHidden()
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Proposed' })).toBeVisible()
  await expect(page.getByText(`(${customer})`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the proposal' })).toBeVisible()

  await page.getByRole('link', { name: 'Acts' }).click()
  await page.getByRole('link', { name: 'List holds' }).click()
  await expect(page.getByText('Page 1')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
})
