import type { Locator, Page } from '@playwright/test'
import type { PlanByHand } from './plan-by-hand.ts'

// The texts as a customer reads them, written out here independently: any difference in the app is a fault.

const MICROS_PER_CENT = 10_000n
const CURRENCY = 'USD'

/** A page's answer to "why did I lose?", read from it or composed by hand from the entries. */
export interface ToldResult {
  /** The calculation, the reason, and the note that this is the past. */
  why: string[]
  /** Each step's cost: label, value, and a note if there is one. */
  costs: string[]
  break_even: string
  placements: string[]
  /** Labels and values of delivery's counts and of invalid events. */
  delivery: string[]
  invalid: string[]
}

/** Rounded down to the cent, as the books' micro-units are shown. */
function cents(micros: bigint): string {
  const [sign, whole] = [micros < 0n ? '-' : '', micros < 0n ? -micros : micros]
  const digits = String(whole / MICROS_PER_CENT).padStart(3, '0')
  return `${sign}${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

/** An amount within a sentence. */
export const money = (micros: bigint) => `${cents(micros)} ${CURRENCY}`

/** A result, always with its sign. */
export const signed = (micros: bigint) => `${micros > 0n ? '+' : ''}${money(micros)}`

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

function rate(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Number(((100 * part) / whole).toPrecision(2))}%`
}

/** The page's expected texts for these figures; `reason` is specific to this plan. */
export function toldByHand(hand: PlanByHand, payout_micros: bigint, reason: string[]): ToldResult {
  const { spend_micros: spend, revenue_micros: revenue, impressions, clicks, conversions } = hand
  const profit = revenue - spend
  const per = (count: number, times = 1n) => (count === 0 ? '–' : money((spend * times) / BigInt(count)))
  return {
    why: [
      `${money(revenue)} revenue − ${money(spend)} spend = ${signed(profit)}`,
      ...reason,
      'This is what happened. It doesn’t tell you what comes next.',
    ],
    costs: [
      `Cost per conversion ${per(conversions)} Payout: ${money(payout_micros)} per conversion`,
      `Click rate ${rate(clicks, impressions)}`,
      `Conversions per click ${rate(conversions, clicks)}`,
      `Cost per 1,000 impressions ${per(impressions, 1000n)}`,
      `Cost per click ${per(clicks)}`,
    ],
    break_even: [
      conversions === 0
        ? 'No conversion brought anything, so all spend is a loss.'
        : `The ${conversions === 1 ? 'only conversion' : counted(conversions, 'conversion')} paid ${money(revenue)}. With that much spend the plan breaks even. It spent ${money(spend)}.`,
      ...(clicks === 0
        ? []
        : [
            `At ${per(clicks)} a click and ${money(payout_micros)} a conversion, ${rate(Number(spend), Number(payout_micros) * clicks)} of clicks had to convert to break even. ${rate(conversions, clicks)} did.`,
          ]),
    ].join(' '),
    placements: hand.placements.map((one) =>
      [
        `${one.placement} ${one.publisher} · Official`,
        `${counted(one.impressions, 'impression')} · ${counted(one.clicks, 'click')}`,
        `${counted(one.conversions, 'conversion')} · ${money(one.revenue_micros)} revenue`,
        money(one.spend_micros),
      ].join(' '),
    ),
    delivery: [
      `Impressions ${impressions}`,
      `Clicks ${clicks}`,
      `Conversions ${conversions}`,
      `Invalid events ${hand.invalid.length}`,
      `Spend returned as invalid ${money(hand.spend_returned_micros)}`,
      `Revenue reversed as invalid ${money(hand.revenue_reversed_micros)}`,
    ],
    invalid: hand.invalid
      .map(
        (one) =>
          `Spend returned ${money(one.spend_returned_micros)} · revenue reversed ${money(one.revenue_reversed_micros)}`,
      )
      .sort(),
  }
}

/** The same, read from the current plan's page. */
export async function toldByPage(page: Page): Promise<ToldResult> {
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const why = region('Why this result')
  const delivery = region('Ads shown')
  const broken_even = page.locator('p', { hasText: 'Break-even' })
  for (const part of [why, broken_even]) await part.waitFor()
  const counts = await textsOf(delivery.locator('button[aria-haspopup="dialog"]'))
  return {
    why: await textsOf(why.locator('p')),
    costs: await textsOf(why.locator('dl > div')),
    break_even: (await textsOf(broken_even)).join(' ').replace(/ Break-even$/, ''),
    placements: await textsOf(region('Placements').locator('li')),
    delivery: [...counts, ...(await textsOf(delivery.locator('dl > div')))].filter(
      (text) => !text.startsWith('Viewab'),
    ),
    invalid: await invalidOf(page),
  }
}

async function invalidOf(page: Page): Promise<string[]> {
  await page
    .locator('main li')
    .getByRole('button', { name: /^Invalid traffic/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Invalid traffic' })
  const moved = sheet.getByText(/^Spend returned/)
  await sheet.getByText('No invalid traffic').or(moved.first()).waitFor()
  const texts = await textsOf(moved)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  return texts.sort()
}

/** Texts as read: elements separated by a space, and runs of spaces, no-break ones too, as one. */
async function textsOf(locator: Locator): Promise<string[]> {
  const texts = await locator.evaluateAll((elements) =>
    elements.map((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const said: string[] = []
      let block: Element | null = null
      while (walker.nextNode()) {
        const { parentElement } = walker.currentNode
        if (parentElement !== block && said.length > 0) said.push(' ')
        block = parentElement
        said.push(walker.currentNode.textContent ?? '')
      }
      return said.join('')
    }),
  )
  return texts.map((text) => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim())
}
