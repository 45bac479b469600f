import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { pageOf, type Reply, refusal, success } from '../testing/fake-api.ts'
import { openPage } from '../testing/open-page.ts'

const REQUEST_ID = '01930000-0000-7000-8000-0000000000aa'
const reference = browser.getByRole('alert').filter({ hasText: REQUEST_ID })

/** Submits feedback that gets this reply. */
async function give(reply: Reply): Promise<void> {
  await openPage('/ad-center/feedback', {
    '/feedback/list': pageOf(),
    '/feedback': { ...reply, request_id: REQUEST_ID },
  })
  await browser.getByRole('textbox', { name: 'Subject' }).fill('Charts')
  await browser.getByRole('textbox', { name: 'Your feedback' }).fill('More of them')
  await browser.getByRole('button', { name: 'Send feedback' }).click()
}

describe('the reference of a failed request', () => {
  it.each<[string, Reply, string]>([
    ['an error of the server', { ...refusal(500, 'It broke'), status: 500 }, 'It broke'],
    ['an answer that can’t be read', success({ other: 1 }), 'We couldn’t read the server’s reply.'],
  ])('of %s is shown and can be copied and closed [proof 742]', async (_what, reply, said) => {
    await give(reply)
    await expect.element(browser.getByText(said)).toBeVisible()
    await expect.element(reference).toBeVisible()
    await expect.element(reference.getByRole('button', { name: 'Copy Reference' })).toBeVisible()
    await reference.getByRole('button', { name: 'Close' }).click()
    await expect.element(reference).not.toBeInTheDocument()
  })

  it('is not shown of a refusal that the customer can act on [proof 743]', async () => {
    await give(refusal(405, 'Too much feedback today'))
    await expect.element(browser.getByText('Too much feedback today')).toBeVisible()
    expect(reference.elements()).toEqual([])
  })
})
