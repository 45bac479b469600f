import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { Sheet } from '@adtally/ui/sheet.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { Loaded } from '../components/loaded.tsx'
import { request } from '../lib/api.ts'
import { callQuery } from '../lib/call-query.ts'
import { page } from '../lib/page.ts'
import { signOut } from '../lib/session/session.ts'
import { type Replies, refusal, success } from '../testing/fake-api.ts'
import { openPage } from '../testing/open-page.ts'
import { buildUser } from '../testing/start-app.tsx'
import { routes } from './routes.ts'

const title = 'notFound.title' as const
const at = () => window.location.hash

/** A form like the app's: it loads a reading, has its step in the address, and part of it in a sheet. */
function FormPage() {
  const [search] = useSearchParams()
  const user = useQuery(callQuery(userInfoCall, {}))
  return search.get('step') === 'write' ? (
    <Loaded query={user} skeleton={<p>loading</p>}>
      {() => <Form />}
    </Loaded>
  ) : (
    <p>no such step</p>
  )
}

function Form() {
  const [text, setText] = useState('')
  const [remark, setRemark] = useState('')
  const [open, setOpen] = useState(false)
  const send = useMutation({ mutationFn: () => request(userInfoCall, {}) })
  return (
    <>
      <input aria-label="Subject" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        More
      </button>
      {open && (
        <Sheet open onClose={() => setOpen(false)} title="Details">
          <input aria-label="Remark" value={remark} onChange={(event) => setRemark(event.target.value)} />
          <button type="button" onClick={() => send.mutate()}>
            Send
          </button>
        </Sheet>
      )}
    </>
  )
}

const form = page('/form', async () => ({ default: FormPage }), { title })
const ada = buildUser()
const bob = buildUser({ customer_id: '01890000-0000-7000-8000-000000000002', username: 'bob' })
const subject = () => browser.getByLabelText('Subject')
const remark = () => browser.getByLabelText('Remark')

/** Types into page and sheet, then submits with an expired token. */
async function expire() {
  let expired = false
  const signedIn = { user: ada }
  const replies: Replies = {
    '/user/info': () =>
      expired ? refusal(503, 'whatever', { reason: 'token_expired' }) : success(signedIn.user),
    '/auth/v2/login': () => {
      expired = false
      return success({ token: 'fresh', device_token: 'device', user: signedIn.user })
    },
  }
  await openPage('/form?step=write', replies, { routes: [form, ...routes] })
  await subject().fill('The first line of a long letter')
  await browser.getByRole('button', { name: 'More' }).click()
  await remark().fill('and what belongs to it')
  expired = true
  await browser.getByRole('button', { name: 'Send' }).click()
  await expect.poll(at).toBe('#/login?next=%2Fform%3Fstep%3Dwrite')
  await expect.element(browser.getByText('Session expired, please log in again')).toBeVisible()
  return signedIn
}

async function logIn() {
  await browser.getByLabelText('Username').fill('ada')
  await browser.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await browser.getByRole('button', { name: 'Log in' }).click()
}

describe('a session that ends in the middle of a form', () => {
  it('leaves what was typed to whoever signs in again, sheet and all [proof 655]', async () => {
    await expire()
    await expect.element(subject()).not.toBeVisible()
    await expect.poll(() => document.querySelector('[role="dialog"]')?.checkVisibility() ?? false).toBe(false)
    for (const key of ['fb_token', 'fb_userInfo', 'last_answers'])
      expect(localStorage.getItem(key)).toBeNull()
    await logIn()
    await expect.poll(at).toBe('#/form?step=write')
    await expect.element(remark()).toHaveValue('and what belongs to it')
    await expect.poll(() => document.querySelector('input')?.value).toBe('The first line of a long letter')
    await browser.getByRole('button', { name: 'Send' }).click()
    await expect.poll(at).toBe('#/form?step=write')
  })
  it('leaves nothing of it to somebody else', async () => {
    const signedIn = await expire()
    signedIn.user = bob
    await logIn()
    await expect.poll(at).toBe('#/form?step=write')
    await expect.element(subject()).toHaveValue('')
    await expect.element(remark()).not.toBeInTheDocument()
  })
  it('control: signing out by choice leaves nothing at all', async () => {
    const signedIn = await expire()
    await logIn()
    await expect.element(remark()).toHaveValue('and what belongs to it')
    signOut(true)
    await expect.poll(at).toBe('#/login')
    await logIn()
    expect(signedIn.user).toBe(ada)
    await expect.poll(at).not.toContain('login')
    window.location.hash = '/form?step=write'
    await expect.element(subject()).toHaveValue('')
  })
})
