import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults, smallTargets } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { followInstallQuestion, install_question } from '../../lib/device/install.ts'
import { pageOf } from '../../testing/fake-api.ts'
import { button, placeButton, review, type Started, start, step, tap } from '../../testing/placing-page.ts'
import { buildPlanCard } from '../../testing/plan-replies.ts'
import { isInSafari } from './components/placing/is-in-safari.ts'

const FIRST = pageOf(buildPlanCard())
const SECOND = pageOf(buildPlanCard(), buildPlanCard({ plan_id: '01890000-0000-7000-8000-0000000000ff' }))
const offer = browser.getByRole('region', { name: /Adtally/ })

followInstallQuestion()
beforeEach(() => install_question.set(null))

/** Dispatches the browser's install prompt to the page; returns how often it was shown. */
function putQuestion(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => undefined)
  const question = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  window.dispatchEvent(question)
  return { question, prompt }
}

async function place(plans = FIRST) {
  const sent = await start(step('amount'), undefined, {}, { '/plan/order/list': plans })
  await toReceipt()
  return sent
}

async function toReceipt(): Promise<void> {
  await review('250')
  await placeButton().click()
  await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
}

const lists = (sent: Started) => sent('/plan/order/list').length
/** Longer than a receipt takes no tap. */
const seen = () => new Promise((resolve) => setTimeout(resolve, 800))

describe('an offer to install the app', () => {
  it('comes on the receipt of the first plan, asks by the browser’s own question once, and never again [proof 419]', async () => {
    const { question, prompt } = putQuestion()
    expect(question.defaultPrevented).toBe(true)
    await place()
    const install = offer.getByRole('button', { name: 'Install Adtally' })
    await expect.element(install).toBeVisible()
    tap(install.element())
    expect(prompt, 'no tap counts before it was seen').not.toHaveBeenCalled()
    expect(await accessibilityFaults()).toEqual([])
    expect(smallTargets(offer.element())).toEqual([])
    await seen()
    tap(install.element())
    tap(install.element())
    await expect.element(offer).not.toBeInTheDocument()
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('install_offer')).toBe('answered')
    putQuestion()
    window.location.hash = step('amount')
    await toReceipt()
    await seen()
    await expect.element(offer).not.toBeInTheDocument()
  })
  it('is put aside by keys, with nothing asked, and the page has the focus then', async () => {
    const { prompt } = putQuestion()
    await place()
    const later = offer.getByRole('button', { name: 'Not now' })
    await expect.element(later).toBeVisible()
    await seen()
    for (let tabs = 0; tabs < 40 && document.activeElement !== later.element(); tabs += 1)
      await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(offer).not.toBeInTheDocument()
    expect(document.activeElement).toBe(browser.getByRole('main').element())
    expect(prompt).not.toHaveBeenCalled()
    expect(localStorage.getItem('install_offer')).toBe('answered')
  })
  it('is not made after a later plan', async () => {
    putQuestion()
    const sent = await place(SECOND)
    await expect.poll(() => lists(sent)).toBe(1)
    await seen()
    await expect.element(offer).not.toBeInTheDocument()
  })
  it('asks nothing where the browser can’t install', async () => {
    const sent = await place()
    await seen()
    await expect.element(offer).not.toBeInTheDocument()
    expect(lists(sent)).toBe(0)
  })
  it('is a hint in words in Safari on a phone, until it is closed', async () => {
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
    onTestFinished(() => {
      vi.restoreAllMocks()
      Reflect.deleteProperty(navigator, 'standalone')
    })
    await place()
    await expect.element(offer.getByText(/tap Share, then “Add to Home Screen”/)).toBeVisible()
    await expect.element(offer.getByRole('button', { name: 'Install Adtally' })).not.toBeInTheDocument()
    await seen()
    await button('Close hint').click()
    await expect.element(offer).not.toBeInTheDocument()
    expect(localStorage.getItem('install_offer')).toBe('answered')
  })
})

it.each([
  ['Safari on a phone', false, 'Version/18.5 Mobile/15E148 Safari/604.1', true],
  ['Safari on a tablet', false, 'Version/18.5 Safari/605.1.15', true],
  ['opened from the home screen', true, 'Version/18.5 Mobile/15E148 Safari/604.1', false],
  ['Safari on a desktop', undefined, 'Version/18.5 Safari/605.1.15', false],
  ['Chrome on a phone of Apple’s', false, 'CriOS/140.0.0.0 Mobile/15E148 Safari/604.1', false],
  ['a host’s app', false, 'Mobile/15E148', false],
])('%s', (_where, standalone, agent, expected) => {
  const userAgent = `Mozilla/5.0 (…) AppleWebKit/605.1.15 (KHTML, like Gecko) ${agent}`
  expect(isInSafari({ standalone, userAgent })).toBe(expected)
})
