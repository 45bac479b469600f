import { accessibilityFaults, expectUsable } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { page } from '../../lib/page.ts'
import { session, type UserInfo } from '../../lib/session/session.ts'
import { type Reply, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildUser } from '../../testing/start-app.tsx'
import { EditProfile } from './components/edit-profile.tsx'

const user = buildUser({ time_zone: 'Asia/Bangkok' })
function homeOf(who: UserInfo) {
  return page('/home', async () => ({ default: () => <EditProfile user={who} /> }), {
    title: 'customer.title',
    messages: ['customer', 'profileEdit'],
  })
}
const home = homeOf(user)
const field = (label: string) => browser.getByRole('dialog').getByLabelText(label, { exact: true })
const save = () => browser.getByRole('button', { name: 'Save' })

/** Opens the form; answers what was sent with it. */
async function start(reply: Reply, routes = [home]) {
  const sent = await openPage('/home', { '/user/info/edit': reply }, { routes })
  await browser.getByRole('button', { name: 'Edit' }).click()
  await expect.element(field('Nickname')).toBeVisible()
  return () => sent.bodies('/user/info/edit')
}

describe('editing one’s information', () => {
  it('begins with what is there, and cannot be saved unchanged', async () => {
    await start(success(user))
    await expect.element(field('Nickname')).toHaveValue('Ada')
    await expect.element(field('Time zone')).toHaveValue('Asia/Bangkok')
    await expect.element(save()).toHaveAttribute('aria-disabled', 'true')
    await expectUsable()
  })
  it('sends what was changed and nothing else, and every screen has it', async () => {
    const changed = { ...user, nickname: 'Ada L.', language: 'zh-Hans' as const, time_zone: null }
    const bodies = await start(success(changed))
    await field('Nickname').fill('Ada L.')
    await field('Language').selectOptions('zh-Hans')
    await field('Time zone').selectOptions('')
    await save().click()
    await expect.element(browser.getByText('Updated successfully')).toBeVisible()
    expect(bodies()).toEqual([{ nickname: 'Ada L.', language: 'zh-Hans', time_zone: null }])
    expect(session.get()?.user?.nickname).toBe('Ada L.')
    expect(localStorage.getItem('lang')).toBe('zh-Hans')
  })
  it('says of each field beside it what is wrong, before anything is sent', async () => {
    const bodies = await start(success(user))
    await field('Nickname').fill(' ')
    await field('Phone').fill('12')
    await save().click()
    await expect.element(field('Nickname')).toHaveAccessibleDescription(/Cannot be empty/)
    await expect.element(field('Phone')).toHaveAccessibleDescription(/valid phone number/)
    expect(bodies()).toEqual([])
  })
  it('asks for the login password with another phone number, and only then [proof 596]', async () => {
    const wrong = refusal(405, 'The login password is wrong', {
      reason: 'login_password_wrong',
      field: 'login_password',
    })
    const bodies = await start(wrong)
    await expect.element(field('Login password')).not.toBeInTheDocument()
    await field('Phone').fill('+12024561111')
    await expect.element(field('Login password')).toHaveAttribute('autocomplete', 'current-password')
    await save().click()
    await expect.element(field('Login password')).toHaveAccessibleDescription(/Cannot be empty/)
    expect(bodies()).toEqual([])
    await field('Login password').fill('a guess')
    await save().click()
    await expect.element(field('Login password')).toHaveAccessibleDescription(/password is wrong/)
    expect(bodies()).toEqual([{ phone: '+12024561111', login_password: 'a guess' }])
    await field('Phone').fill('')
    await expect.element(field('Login password')).not.toBeInTheDocument()
    expect(await accessibilityFaults()).toEqual([])
  })
  it('asks no password of a host app’s user, who has none', async () => {
    const bodies = await start(success(user), [homeOf({ ...user, entry: 'hybrid' })])
    await field('Phone').fill('+12024561111')
    await expect.element(field('Login password')).not.toBeInTheDocument()
    await save().click()
    await expect.element(browser.getByText('Updated successfully')).toBeVisible()
    expect(bodies()).toEqual([{ phone: '+12024561111' }])
  })
  it('shows the server’s refusal beside its field and keeps what was typed', async () => {
    const wrong = refusal(400, 'Please choose a time zone from the list', {
      reason: 'time_zone_unknown',
      field: 'nickname',
    })
    await start(wrong)
    await field('Nickname').fill('Bob')
    await save().click()
    await expect.element(field('Nickname')).toHaveAccessibleDescription(/from the list/)
    await expect.element(field('Nickname')).toHaveValue('Bob')
  })
})
