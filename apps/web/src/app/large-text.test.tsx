import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { FACES } from '../../../../e2e/support/screens/faces.ts'
import { inksOf } from '../../../../e2e/support/screens/overlaps.ts'
import { TEXT_SIZES } from '../lib/device/appearance.ts'
import { chooseLanguage } from '../lib/language.ts'
import { loadFaces, showFace } from '../testing/faces.ts'
import { pageOf, success } from '../testing/fake-api.ts'
import { openAsOwner } from '../testing/open-page.ts'
import { buildChart, buildPlanCard, buildReading } from '../testing/plan-replies.ts'
import { buildFlowLine } from '../testing/wallet-replies.ts'

const line = (type: 'manual_withdrawal' | 'ad_billing') =>
  buildFlowLine(
    {
      id: type,
      type,
      time: '2026-11-22T12:00:00Z',
      amount: '-1250.00',
      remark: type,
      subject_kind: 'withdrawal',
      subject_id: type,
      number: 'W100001',
    },
    { available: '-1250.00' },
  )

/** A period whose spend has more digits than its revenue. */
const BEFORE = {
  from: '2026-02-28T00:00:00Z',
  until: '2026-02-28T12:00:00Z',
  points: [],
  invested: '0.00',
  delivery_orders: 1,
  consumed: '13.0850',
  impressions: 1500,
  clicks: 65,
  conversions: 2,
  advertising_revenue: '9.00',
  profit: '-4.08',
  estimated: false,
}

const start = (at: string) =>
  openAsOwner(at, {
    '/transaction_flow/list': pageOf(line('manual_withdrawal'), line('ad_billing')),
    '/data_statistics/chart': success(buildChart({ before: BEFORE })),
    '/ad/order/data_statistics/list': success(
      buildReading({ invested: '160.00', to_be_consumed: '218.617000' }),
    ),
    '/plan/order/list': pageOf(buildPlanCard()),
  })
const lines = (element: Element) => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
}
const styled = document.createElement('style')
/** Elements that make the page wider than the window. */
const overhanging = () =>
  document.documentElement.scrollWidth <= window.innerWidth
    ? []
    : [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
        .map((element) => `${element.localName} ${element.textContent}`)
const isInside = (element: Element | null) => {
  const { left = -1, right = Number.NaN, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  return left >= 0 && right <= window.innerWidth && width >= 44 && height >= 44
}

beforeAll(loadFaces)
afterEach(async () => {
  styled.remove()
  delete document.documentElement.dataset.textSize
  chooseLanguage('en')
  await browser.viewport(390, 844)
})

describe('with letters twice as large, on 390 px', () => {
  const enlarge = () => {
    styled.textContent = 'html { font-size: 200% }'
    document.head.append(styled)
  }
  it.each(['/wallet', '/ad-center', '/plan?tab=mine'])('%s needs no scrolling sideways', async (at) => {
    enlarge()
    await start(at)
    await expect
      .element(browser.getByText(at === '/wallet' ? 'Fund details' : 'Tidepool').first())
      .toBeVisible()
    await expect.poll(overhanging).toEqual([])
    const targets = [...document.querySelectorAll('header button[data-part]')]
    expect(targets.map((element) => element.getAttribute('data-part'))).toContain('logout')
    expect(targets.filter((element) => !isInside(element))).toEqual([])
  })
  it('a sheet is as wide as the window, with its close button', async () => {
    enlarge()
    await start('/wallet')
    await browser.getByRole('button', { name: /^Available funds/ }).click()
    const close = browser.getByRole('dialog').getByRole('button', { name: 'Close' })
    await expect.element(close).toBeVisible()
    expect(isInside(close.element())).toBe(true)
    expect(browser.getByRole('dialog').element().getBoundingClientRect().right).toBe(window.innerWidth)
    expect(overhanging()).toEqual([])
  })
})

const TRIED = [375, 320].flatMap((width) => FACES.map((face) => ({ width, face, family: face.family })))

describe.each(TRIED)('with the app’s largest text, on $width px in $family', ({ width, face }) => {
  beforeEach(async () => {
    showFace(face)
    await browser.viewport(width, 800)
    document.documentElement.dataset.textSize = 'largest'
  })
  it('fund lines break between words, not within', async () => {
    await start('/wallet')
    chooseLanguage('de')
    document.documentElement.dataset.textSize = 'largest'
    const list = browser.getByRole('list', { name: 'Umsätze' })
    const withdrawal = list.getByText('Auszahlung', { exact: true })
    await expect.element(withdrawal).toBeVisible()
    expect(lines(withdrawal.element())).toBe(1)
    const held = browser.getByRole('button', { name: /^Gesperrt/ }).getByText('Gesperrt')
    expect(lines(held.first().element())).toBe(1)
    expect(
      lines(
        list
          .getByText(/22\.\sNov/)
          .first()
          .element(),
      ),
    ).toBe(1)
    expect(overhanging()).toEqual([])
  })
  it('the ad centre shows every tab whole, and nothing on the mark of what is estimated', async () => {
    await start('/ad-center')
    chooseLanguage('de')
    document.documentElement.dataset.textSize = 'largest'
    const tabs = browser.getByRole('tab')
    await expect.element(tabs.last()).toMatchTextContent('Tage')
    const list = browser.getByRole('tablist').element()
    await expect.poll(() => list.scrollWidth <= list.clientWidth).toBe(true)
    await expect.element(browser.getByText(/^Stand /)).toBeVisible()
    const profit = browser
      .getByRole('button', { name: /^Gewinn/ })
      .element()
      .getBoundingClientRect()
    const as_of = browser
      .getByText(/^Stand /)
      .element()
      .getBoundingClientRect()
    expect(as_of.left >= profit.right || as_of.top >= profit.bottom + 8).toBe(true)
    const title = browser.getByRole('heading', { level: 1 }).element()
    expect(title.textContent).toBe('Werbe\u00adzentrale')
  })
})

describe.each(TRIED)(
  'a pair of figures with the largest text, on $width px in $family',
  ({ width, face }) => {
    it('keeps each amount with its currency, and neighbours on one line [proof 845]', async () => {
      showFace(face)
      await browser.viewport(width, 800)
      document.documentElement.dataset.textSize = 'largest'
      await start('/ad-center')
      await expect.element(browser.getByText(/13\.0850\sUSD before/)).toBeVisible()
      const currencies = () =>
        [...document.querySelectorAll('.figure-pair span')].filter(({ textContent }) => textContent === 'USD')
      expect(currencies().length).toBe(4)
      const lines_of_amounts = currencies().map((currency) => {
        const { bottom = 0 } = currency.previousElementSibling?.getBoundingClientRect() ?? {}
        const { top } = currency.getBoundingClientRect()
        expect(top, currency.parentElement?.textContent).toBeLessThan(bottom)
        return Math.round(bottom)
      })
      // Side by side or one below the other, never half a line apart.
      for (const [one = 0, other = 0] of [lines_of_amounts.slice(0, 2), lines_of_amounts.slice(2)]) {
        expect(one === other || other - one > 40, `${one} and ${other}`).toBe(true)
      }
    })
  },
)

/** The letters with the tallest and deepest marks. */
const STACKED = { th: 'ตั้งที่นี่ ปู่ ฟื้นฟู ญู ฎู', vi: 'ẪẤỖẬ Ẵ Ự ộ' } as const

describe.each(FACES)('a title’s stacked marks in $family', (face) => {
  it.each(['th', 'vi'] as const)('stay within its own lines in %s [proof 846]', async (language) => {
    showFace(face)
    await openAsOwner('/wallet', {}, { language })
    const title = () => document.querySelector('h1')
    await expect.poll(() => title()?.textContent).toBeTruthy()
    const letters = new Text(STACKED[language])
    title()?.replaceChildren(letters)
    const range = document.createRange()
    range.selectNodeContents(letters)
    const pen = document.createElement('canvas').getContext('2d')
    for (const size of ['normal', 'largest']) {
      document.documentElement.dataset.textSize = size
      const element = title()
      if (!element || !pen) throw new Error('no title')
      const box = element.getBoundingClientRect()
      const inks = inksOf(letters, element, [...range.getClientRects()], pen)
      expect(inks.length).toBeGreaterThan(0)
      for (const { top, bottom } of inks) {
        expect(top, `${size}: above`).toBeGreaterThanOrEqual(box.top)
        expect(bottom, `${size}: below`).toBeLessThanOrEqual(box.bottom)
      }
    }
  })
})

describe('amounts of fund lines', () => {
  const amounts = ['-0.10', '-12.345600', '-40.00', '-1250.00'].map((value, index) => {
    const base = line(index % 2 === 0 ? 'ad_billing' : 'manual_withdrawal')
    return { ...base, id: `line-${index}`, amount: value, parts: { ...base.parts, available: value } }
  })
  /** Whether each row has its amount below its title and time. */
  const layouts = (list: Element) =>
    [...list.querySelectorAll('button')].map((row) => {
      const [text, amount] = row.querySelector('.row-amount')?.parentElement?.parentElement?.children ?? []
      const { bottom = 0 } = text?.getBoundingClientRect() ?? {}
      return (amount?.getBoundingClientRect().top ?? 0) >= bottom
    })
  it.each(['en', 'de', 'th'] as const)(
    'all stand below their titles or all beside, at any width and text size, in %s [proof 848]',
    async (language) => {
      await openAsOwner('/wallet', { '/transaction_flow/list': pageOf(...amounts) }, { language })
      const list = () => document.querySelector('ul[aria-label]:has(.row-amount)')
      await expect.poll(() => list()?.querySelectorAll('.row-amount').length).toBe(amounts.length)
      const found: string[] = []
      for (const width of [320, 360, 375, 390, 430]) {
        await browser.viewport(width, 800)
        for (const size of TEXT_SIZES) {
          document.documentElement.dataset.textSize = size
          const are_below = new Set(layouts(list() ?? document.body))
          if (are_below.size !== 1) found.push(`${width} px, ${size}`)
          if (size === 'largest' && width <= 390) expect(are_below, `${width} px`).toEqual(new Set([true]))
        }
      }
      expect(found).toEqual([])
    },
  )
})
