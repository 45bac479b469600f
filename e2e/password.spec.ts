import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ownDemo } from './support/own-demo.ts'
import { NOBODY_VISITS } from './support/program.ts'
import { signIn } from './support/screens/app-screens.ts'
import { clientOf, signInByApi } from './support/sign-in.ts'
import { quietTest as test } from './support/test.ts'

const NEW = 'loud mountain birds'
const NEWER = 'seven calm boats at noon'

const demo = ownDemo({ env: NOBODY_VISITS })

function customer(index: number) {
  const found = demo().demo.customers[index]
  if (!found) throw new Error(`the demo has no customer ${index}`)
  return found
}

/** The newest letter to an address that contains these words, from the demo's mail page. */
async function letterOf(context: BrowserContext, address: string, words: string) {
  const page = await context.newPage()
  const letter = page
    .getByRole('article')
    .filter({ hasText: address })
    .filter({ has: page.getByRole('heading', { name: words }) })
  await expect(async () => {
    await page.goto(demo().demo.mail_page ?? '')
    await expect(letter.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  return { page, letter: letter.first() }
}

/** Follows a letter's link; returns the page that it opens. */
async function follow(context: BrowserContext, address: string, words: string): Promise<Page> {
  const { page, letter } = await letterOf(context, address, words)
  await letter.getByRole('link').click()
  return page
}

/** Follows a confirmation link, signs in to its account and confirms. */
async function followToConfirmed(context: BrowserContext, address: string, username: string): Promise<void> {
  const page = await follow(context, address, 'Confirm your email for Adtally')
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: username })).toBeVisible()
  // A token that opens an account does not stay in the address.
  await expect(page).toHaveURL(/#\/confirm-email$/)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.close()
}

test('an address is confirmed by a link, and another one; a forgotten password is set again, and changed', async ({
  context,
  page,
  quiet,
}) => {
  const { username, password } = customer(0)
  const [address, other] = [`${username}@example.com`, `${username}@example.org`]
  await page.goto(`${demo().url}/#/login?next=/customer`)
  await signIn(page, { username, password })
  await expect(page.getByText('not confirmed yet')).toBeVisible()

  await followToConfirmed(context, address, username)
  await page.reload()
  await expect(page.getByText(/\s· confirmed$/)).toBeVisible()

  await page.getByRole('link', { name: /^Email/ }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(other)
  await page.getByRole('textbox', { name: 'Login password' }).fill(password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await followToConfirmed(context, other, username)
  await letterOf(context, address, 'Email of your Adtally account changed')

  const visitor = await context.browser()?.newContext()
  if (!visitor) throw new Error('no browser')
  await quiet.watch(visitor)
  const door = await visitor.newPage()
  await door.goto(`${demo().url}/#/login`)
  await door.getByRole('link', { name: 'Forgot your password?' }).click()
  await door.getByRole('textbox', { name: 'Email' }).fill(other)
  await door.getByRole('button', { name: 'Send link' }).click()
  await expect(door.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const reset = await follow(visitor, other, 'Set a new login password for Adtally')
  await expect(reset).toHaveURL(/#\/reset-password$/)
  await reset.getByRole('textbox', { name: 'New login password' }).fill(NEW)
  await reset.getByRole('textbox', { name: 'Repeat the new password' }).fill(NEWER)
  await reset.getByRole('button', { name: 'Set new password' }).click()
  await expect(reset.getByText('The passwords don’t match')).toBeVisible()
  await reset.getByRole('textbox', { name: 'Repeat the new password' }).fill(NEW)
  await reset.getByRole('button', { name: 'Set new password' }).click()
  await expect(reset).toHaveURL(/#\/login/)

  // Whoever was signed in before is out, and told why.
  await page.goto(`${demo().url}/#/wallet`)
  await expect(page.getByText('You were logged out because your login password was changed')).toBeVisible()

  await signIn(reset, { username: other, password: NEW })
  await reset.goto(`${demo().url}/#/customer/password`)
  await reset.getByRole('textbox', { name: 'Current login password' }).fill(NEW)
  await reset.getByRole('textbox', { name: 'New login password' }).fill(NEWER)
  await reset.getByRole('textbox', { name: 'Repeat the new password' }).fill(NEWER)
  await reset.getByRole('button', { name: 'Change login password' }).click()
  await expect(reset.getByRole('heading', { name: 'Login password changed' })).toBeVisible()
  await letterOf(visitor, other, 'Login password changed')
  await visitor.close()

  // The link works only once.
  const again = await context.newPage()
  const { letter } = await letterOf(context, other, 'Set a new login password for Adtally')
  await again.goto((await letter.getByRole('link').getAttribute('href')) ?? '')
  await again.getByRole('textbox', { name: 'New login password' }).fill(NEW)
  await again.getByRole('textbox', { name: 'Repeat the new password' }).fill(NEW)
  await again.getByRole('button', { name: 'Set new password' }).click()
  await expect(again.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('logging out on all devices ends this tab, the other one and another device', async ({
  browser,
  quiet,
}) => {
  const { username, password } = customer(1)
  const [here, elsewhere] = [await browser.newContext(), await browser.newContext()]
  for (const context of [here, elsewhere]) await quiet.watch(context)
  const [tab, other_tab, device] = [await here.newPage(), await here.newPage(), await elsewhere.newPage()]
  for (const page of [tab, device]) {
    await page.goto(`${demo().url}/#/login?next=/customer`)
    await signIn(page, { username, password })
  }
  await other_tab.goto(`${demo().url}/#/wallet`)
  await expect(other_tab.locator('main[data-page="wallet"]')).toBeVisible()
  await tab.getByRole('button', { name: 'Log out on all devices' }).click()
  const question = tab.getByRole('alertdialog', { name: 'Log out on all devices?' })
  await question.getByRole('button', { name: 'Log out on all devices' }).click()
  await expect(tab.getByText('Logged out on all devices')).toBeVisible()
  for (const page of [tab, other_tab]) await expect(page).toHaveURL(/#\/login/)
  expect(await other_tab.evaluate(() => localStorage.getItem('fb_userInfo'))).toBeNull()
  await device.goto(`${demo().url}/#/wallet`)
  await expect(device.getByText('Session expired, please log in again')).toBeVisible()
  await expect(device).toHaveURL(/#\/login\?next=%2Fwallet$/)
  for (const context of [here, elsewhere]) await context.close()
})

/** Matches a page's text, which may contain invisible word joiners. */
const held = (text: string) => new RegExp([...text].join('\u2060?'))

test('in Thai, letter and pages', async ({ browser, quiet }) => {
  const context = await browser.newContext({ locale: 'th-TH' })
  await quiet.watch(context)
  const { username, password } = customer(1)
  const address = `${username}@example.com`
  await (await clientOf(demo().url, { username, password })).call(userInfoEdit, { language: 'th' })
  // Whoever is not signed in to the account does so first, and is back at the link.
  const confirmed = await follow(context, address, 'Confirm your email for Adtally')
  const logIn = confirmed.getByRole('button', { name: new RegExp(`^${held('เข้าสู่ระบบ').source}$`) })
  await logIn.click()
  await expect(confirmed).toHaveURL(/#\/login/)
  await confirmed.getByRole('textbox', { name: held('ชื่อผู้ใช้') }).fill(username)
  await confirmed.getByRole('textbox', { name: held('รหัสผ่าน') }).fill(password)
  await logIn.click()
  await confirmed.getByRole('button', { name: held('ยืนยันอีเมล') }).click()
  await expect(confirmed.getByRole('heading', { name: 'ยืนยันอีเมลแล้ว' })).toBeVisible()
  await confirmed.evaluate(() => localStorage.clear())
  await confirmed.goto(`${demo().url}/#/forgotten-password`)
  await confirmed.getByRole('textbox', { name: 'อีเมล' }).fill(address)
  await confirmed.getByRole('button', { name: 'ส่งลิงก์' }).click()
  await expect(confirmed.getByRole('heading', { name: 'ตรวจสอบอีเมลของคุณ' })).toBeVisible()
  const { letter } = await letterOf(context, address, 'ตั้งรหัสผ่านเข้าสู่ระบบใหม่สำหรับ Adtally')
  await expect(letter).toContainText('ใช้ได้ครั้งเดียวภายใน 10 นาที')
  await expect(letter).toContainText('เราไม่มีวันขอรหัสผ่านของคุณ')
  const reset = await follow(context, address, 'ตั้งรหัสผ่านเข้าสู่ระบบใหม่สำหรับ Adtally')
  await reset.getByRole('textbox', { name: held('รหัสผ่านเข้าสู่ระบบใหม่') }).fill(NEW)
  await reset.getByRole('textbox', { name: 'กรอกรหัสผ่านใหม่อีกครั้ง' }).fill(NEW)
  await reset.getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }).click()
  await expect(reset.getByText(held('ตั้งรหัสผ่านเข้าสู่ระบบใหม่แล้ว'))).toBeVisible()
  await signInByApi(demo().url, { username, password: NEW })
  await context.close()
})
