import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults, smallTargets } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { followWindowSize } from '../../lib/device/zoom.ts'
import { signIn, signOut, type UserInfo } from '../../lib/session/session.ts'
import { pageOf, type Replies, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import {
  buildChart,
  buildPlacement,
  buildPlan,
  buildPlanCard,
  buildReading,
  PLAN_ID,
} from '../../testing/plan-replies.ts'
import { buildUser, type StartOptions } from '../../testing/start-app.tsx'
import { buildFlowLine } from '../../testing/wallet-replies.ts'

const OFFERED = { offered: { amount: '50.00', days: 30 }, grant: null }
const TAKEN = {
  ...OFFERED,
  grant: {
    grant_id: PLAN_ID,
    amount: '50.00',
    granted_at: '2026-03-01T12:00:00Z',
    expires_at: '2026-03-31T12:00:00Z',
    state: 'open',
    unused: '50.00',
    in_plans: '0.00',
  },
}
const PLACEMENT = buildPlacement()
const BILLING = buildFlowLine(
  {
    id: PLAN_ID,
    time: '2026-03-01T12:00:00Z',
    type: 'ad_billing',
    amount: '-13.08',
    remark: '',
    number: 'P100001',
    subject_kind: 'plan',
    subject_id: PLAN_ID,
  },
  { pending_spend: '-13.08' },
)

interface Facts extends Omit<Partial<StartOptions>, 'user'> {
  startup?: object
  /** Where the plan was shown; without it there is no plan. */
  placements?: (typeof PLACEMENT)[]
  billed?: boolean
  user?: Partial<UserInfo>
  /** The startup funds are not answered before. */
  answered?: Promise<void>
}

let customers = 0
/** Device storage outlives a test as it does a session, so each test has a customer of its own. */
const newCustomer = () => {
  customers += 1
  return `01890000-0000-7000-8000-0000000010${String(customers).padStart(2, '0')}`
}

async function start(facts: Facts = {}) {
  const { startup = OFFERED, placements, billed = false, user, answered, ...options } = facts
  const replies: Replies = {
    '/data_statistics/chart': success(buildChart()),
    '/ad/order/data_statistics/list': success(buildReading()),
    '/startup/detail': async () => {
      await answered
      return success(startup)
    },
    '/plan/order/list': ({ query }) =>
      placements && query.status !== 'matching' ? pageOf(buildPlanCard()) : pageOf(),
    '/plan/order/detail': success(buildPlan({ placements: placements ?? [] })),
    '/plan/order/entries': pageOf(),
    '/transaction_flow/list': billed ? pageOf(BILLING) : pageOf(),
    '/notifications': pageOf(),
  }
  const customer = buildUser({ customer_id: newCustomer(), ...user })
  const sent = await openPage('/ad-center', replies, { ...options, user: customer })
  return (path: string) => sent(path).length
}

const list = browser.getByRole('list', { name: 'First steps' })
const region = browser.getByRole('region', { name: 'First steps' })
/** Each step's text and link. */
const steps = () =>
  list
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')])
const go = (hash: string) => {
  window.location.hash = hash
}
/** Opens the publisher's page, which stays in its place. */
const seeAd = async () => {
  const link = list.getByRole('link', { name: /^See your ad/ })
  await expect.element(link).toHaveAttribute('target', '_blank')
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
}
const openEntries = async () => {
  await list.getByRole('link', { name: /^Open the entries/ }).click()
  await browser.getByRole('button', { name: 'Ledger entries' }).click()
  await expect.element(browser.getByRole('dialog', { name: 'Ledger entries' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
}
const visitAgain = async () => {
  go('/notification')
  await expect.element(region).not.toBeInTheDocument()
  go('/ad-center')
  await expect.element(browser.getByRole('tablist')).toBeVisible()
}

describe('the first steps', () => {
  it('of a newcomer are links to where each is done, none of them a deposit; one that needs another first leads there [proof 414]', async () => {
    await start()
    await expect.element(region.getByText('0 of 6 done')).toBeVisible()
    await expect.element(list).toBeVisible()
    expect(steps()).toEqual([
      ['Set transaction password Not done yet', '#/wallet/set-password?next=%2Fad-center'],
      ['Take startup funds Not done yet', '#/ad-center/activities'],
      ['Place your first plan Not done yet', '#/plan'],
      ['See your ad on a publisher’s page Not done yet', '#/plan'],
      ['See your plan billed Not done yet', '#/wallet?type=ad_billing'],
      ['Open the entries behind it Not done yet', '#/wallet'],
    ])
    expect(region.element().textContent).not.toMatch(/deposit|pay in/i)
    expect(await accessibilityFaults()).toEqual([])
    expect(smallTargets(region.element())).toEqual([])
  })
  it.each([
    ['transaction password', { user: { transaction_password_set: true } }, 'Set transaction password'],
    ['startup funds', { startup: TAKEN }, 'Take startup funds'],
    ['plan', { placements: [] }, 'Place your first plan'],
    ['billing', { billed: true }, 'See your plan billed'],
  ] satisfies [string, Facts, string][])(
    'follow from what the server tells: the %s is done by its own fact alone [proof 415]',
    async (_fact, facts, step) => {
      await start(facts)
      await expect.element(region.getByText('1 of 6 done')).toBeVisible()
      await expect.element(list).toBeVisible()
      const done = steps().flatMap(([text]) => (text?.endsWith(' Done') ? [text] : []))
      expect(done).toEqual([`${step} Done`])
    },
  )
  it('lead to the publisher’s page once one is known', async () => {
    await start({ placements: [PLACEMENT] })
    await expect.element(region.getByText('1 of 6 done')).toBeVisible()
    await expect.element(list).toBeVisible()
    expect(steps()[3]).toEqual([
      'See your ad on a publisher’s page Not done yet Opens in a new tab',
      '//harbour-news.example',
    ])
  })
  it('are said while it is not known yet which are done, where they will stand', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await start({ placements: [PLACEMENT], answered: promise })
    const place = (selector: string) => {
      const text = [...document.querySelectorAll(selector)].find((each) =>
        each.textContent.startsWith('Place your first plan'),
      )
      return text && [text.getBoundingClientRect().x, text.getBoundingClientRect().y]
    }
    await expect.poll(() => place('[role=status] span > span')).toBeDefined()
    const waiting = place('[role=status] span > span')
    resolve()
    await expect.poll(() => place('ol a > span')).toBeDefined()
    expect(place('ol a > span')).toEqual(waiting)
  })
  it('have no startup funds where none are offered', async () => {
    await start({ startup: { offered: { amount: '0.00', days: 30 }, grant: null } })
    await expect.element(region.getByText('0 of 5 done')).toBeVisible()
    await expect.element(region.getByText('Take startup funds')).not.toBeInTheDocument()
  })
  it('remember on this device that the publisher’s page and the entries were opened', async () => {
    await start({ placements: [PLACEMENT] })
    await seeAd()
    await expect.element(list.getByRole('link', { name: /^See your ad .* Done/ })).toBeVisible()
    await openEntries()
    await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
    await visitAgain()
    await expect.element(list.getByRole('link', { name: /^Open the entries .* Done/ })).toBeVisible()
    await expect.element(region.getByText('3 of 6 done')).toBeVisible()
  })
  it('say once that all are done, and are gone for good from the next visit on [proof 416]', async () => {
    const sent = await start({
      startup: TAKEN,
      placements: [PLACEMENT],
      billed: true,
      user: { transaction_password_set: true },
    })
    await expect.element(region.getByText('4 of 6 done')).toBeVisible()
    await seeAd()
    await openEntries()
    await visitAgain()
    await expect.element(region.getByText('All done')).toBeVisible()
    // The cached state shows at once and is refreshed behind it.
    await expect.poll(() => sent('/startup/detail')).toBe(2)
    await visitAgain()
    await expect.element(region).not.toBeInTheDocument()
    expect(sent('/startup/detail')).toBe(2)
  })
  it('are folded away by keys, for good, for this customer alone [proof 417]', async () => {
    const customer_id = newCustomer()
    await start({ user: { customer_id } })
    const hide = region.getByRole('button', { name: 'Hide first steps' })
    await expect.element(region.getByText('0 of 6 done')).toBeVisible()
    await expect.element(list.getByRole('link').first()).toBeVisible()
    const link = list.getByRole('link').first().element()
    for (let tabs = 0; tabs < 40 && document.activeElement !== link; tabs += 1) await userEvent.tab()
    await userEvent.tab({ shift: true })
    await expect.element(hide).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(region).not.toBeInTheDocument()
    expect(document.activeElement).toBe(browser.getByRole('main').element())
    signOut(true)
    await expect.poll(() => window.location.hash).toBe('#/login')
    signIn('again', buildUser({ customer_id }))
    go('/ad-center')
    await expect.element(browser.getByRole('tablist')).toBeVisible()
    await expect.element(region).not.toBeInTheDocument()
    signOut(true)
    await expect.poll(() => window.location.hash).toBe('#/login')
    signIn('other', buildUser({ customer_id: newCustomer() }))
    go('/ad-center')
    await expect.element(region).toBeVisible()
  })
  it('ask once a visit, however long it is', async () => {
    const sent = await start({ placements: [PLACEMENT] })
    await expect.element(list).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(sent('/ad/order/data_statistics/list')).toBeGreaterThan(2)
    for (const path of ['/startup/detail', '/transaction_flow/list', '/plan/order/detail'])
      expect(sent(path)).toBe(1)
  })
  it('leave their place to what can be read where the page begins without a connection', async () => {
    const sent = await start({ online: false })
    await expect.element(browser.getByRole('tablist')).toBeVisible()
    await expect.element(region).not.toBeInTheDocument()
    expect(sent('/startup/detail')).toBe(0)
  })
  it('are not shown, nor asked for, where an account is disabled', async () => {
    const sent = await start({ user: { status: 'disabled' } })
    await expect.element(browser.getByRole('tablist')).toBeVisible()
    await expect.element(region).not.toBeInTheDocument()
    expect(sent('/startup/detail')).toBe(0)
  })
  it('leave the profit and what it is made of in sight on a desktop, and are still easily hit [proof 664]', async () => {
    await browser.viewport(1280, 800)
    const endFollowing = followWindowSize()
    onTestFinished(async () => {
      await browser.viewport(390, 844)
      await expect.poll(() => document.documentElement.style.fontSize).toBe('')
      endFollowing()
    })
    await start({ placements: [PLACEMENT], config: { mode: 'sandbox', sandbox_playable: true } })
    await expect.poll(() => document.querySelectorAll('ol a').length).toBe(6)
    await expect.element(browser.getByText('Move the clock')).toBeVisible()
    /** `in sight` if it is neither below the window nor under the main bar; else where it is. */
    const placeOf = (element: Element) => {
      const { left, bottom } = element.getBoundingClientRect()
      const there = document.elementFromPoint(left + 8, bottom - 4)
      if (element.contains(there)) return 'in sight'
      const scale = document.documentElement.getAttribute('style')
      return `ends at ${bottom} of ${window.innerWidth} × ${window.innerHeight}, scrolled ${window.scrollY}, ${scale}, under ${there?.outerHTML.slice(0, 200)}`
    }
    for (const name of ['Profit', 'Consumed', 'Advertising revenue']) {
      const figure = browser.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${name}`) })
      await expect.element(figure).toBeVisible()
      await expect.poll(() => placeOf(figure.element()), { message: name }).toBe('in sight')
    }
    const shown = () => steps().map(([text]) => text)
    expect(shown()).toEqual([expect.stringContaining('Set transaction password')])
    expect(smallTargets(region.element())).toEqual([])
    await browser.getByRole('button', { name: '1 of 6 done' }).click()
    expect(shown()).toHaveLength(6)
  })
  it.each(LANGUAGES)(
    'in %s fit into the room held for them, on narrow phones too [proof 418]',
    async (language) => {
      await start({ placements: [PLACEMENT], language })
      await expect.poll(() => document.querySelectorAll('ol a').length).toBe(6)
      const card = document.querySelector('section:has(ol)')
      const content = card?.lastElementChild
      if (!(content instanceof HTMLElement)) throw new Error('there is no list')
      for (const width of [320, 390]) {
        await browser.viewport(width, 844)
        const height = card?.getBoundingClientRect().height
        content.style.display = 'none'
        expect(card?.getBoundingClientRect().height).toBe(height)
        content.style.display = ''
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      }
    },
  )
})
