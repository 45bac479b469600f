import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page's tab stops. */
const TABS_MAX = 90
/** How often to retry a stop that the page moved out of sight. */
const STEP_TRIES = 3
/** Half a second at full speed; nobody waits longer to see the focus. */
const FRAMES_MAX = 30

type Role = Parameters<Page['getByRole']>[0]

/** The focused element as somebody at the screen sees it. */
interface Stop {
  /** Nothing has the focus, or only the focus guards at a dialog's ends. */
  nowhere: boolean
  what: string
  /** Whether outline, shadow or border differ from the unfocused look. */
  ringed: boolean
  /** Whether part of it is on the screen and uncovered. */
  visible: boolean
  /** The element on top at its place. */
  seen_there: string
  /** The page's total height. */
  page_height_px: number
}

/** Somebody with a keyboard and no pointer, who has to see every stop. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Tabs (with `back` backwards) until the element with this role and name has the focus, or throws. */
  async reach(role: Role, name: string | RegExp, { back = false } = {}): Promise<Locator> {
    const target = this.#page.getByRole(role, { name, exact: true })
    await target.first().waitFor()
    let stop = await glance(this.#page)
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      stop = await this.#step(stop, back)
      if (stop.nowhere) continue
      expect(stop, `the focus can be seen: ${stop.what}; there is ${stop.seen_there}`).toMatchObject({
        ringed: true,
        visible: true,
      })
      const focused = target.and(this.#page.locator(':focus'))
      if ((await focused.count()) > 0) return focused
    }
    throw new Error(`${TABS_MAX} tabs do not lead to the ${role} «${name}»`)
  }

  /** Moves one stop on from `before`; if live figures push it out of sight meanwhile, goes back and forth once. */
  async #step(before: Stop, back: boolean): Promise<Stop> {
    const [on, off] = back ? ['Shift+Tab', 'Tab'] : ['Tab', 'Shift+Tab']
    let height_px = before.page_height_px
    for (let tries = 1; ; tries += 1) {
      await this.#page.keyboard.press(on)
      const stop = await this.#atRest(await glance(this.#page))
      const has_moved = stop.page_height_px !== height_px
      if (stop.nowhere || stop.visible || !has_moved || tries === STEP_TRIES) return stop
      await this.#page.keyboard.press(off)
      height_px = (await glance(this.#page)).page_height_px
    }
  }

  /** The settled stop: overlaps during a page change disappear some frames later. */
  async #atRest(stop: Stop): Promise<Stop> {
    let now = stop
    for (let frames = 0; !now.nowhere && !now.visible && frames < FRAMES_MAX; frames += 1) {
      await this.#page.evaluate(() => new Promise(requestAnimationFrame))
      now = { ...(await glance(this.#page)), ringed: stop.ringed }
    }
    return now
  }

  /** Tabs to an element and presses a key on it, by default Enter. */
  async press(role: Role, name: string | RegExp, { key = 'Enter', back = false } = {}): Promise<void> {
    const target = await this.reach(role, name, { back })
    // A receipt's button ignores keys until it has been on screen for a moment.
    await expect(target).not.toHaveAttribute('aria-disabled', 'true')
    await this.#page.keyboard.press(key)
  }

  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.reach('textbox', name)
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.type(text)
  }

  /** Expects the focus to have moved there by itself, as when a page or step begins. */
  async expectFocusOn(target: Locator): Promise<void> {
    await expect(target).toBeFocused()
  }

  /** Opens a sheet or dialog, checks that it takes and keeps the focus, and that Escape returns it to the opener. */
  async lookInto(role: Role, name: string | RegExp, { back = false } = {}): Promise<void> {
    const opener = await this.reach(role, name, { back })
    const handle = await opener.elementHandle()
    await this.#page.keyboard.press('Enter')
    await this.expectTrapped()
    await this.#page.keyboard.press('Escape')
    await expect(dialogOf(this.#page)).toHaveCount(0)
    expect(await handle?.evaluate((element) => element === document.activeElement)).toBe(true)
  }

  /** Expects the focus in the open sheet or dialog, and to stay there through a round of Tab and of Shift+Tab. */
  async expectTrapped(): Promise<void> {
    const dialog = dialogOf(this.#page)
    await expect(dialog).toHaveCount(1)
    await expect(dialog.locator(':focus').or(dialog.and(this.#page.locator(':focus')))).toHaveCount(1)
    const stops = await dialog.locator('button, a[href], input, textarea, select, [tabindex="0"]').count()
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let tabs = 0; tabs < stops + 2; tabs += 1) {
        await this.#page.keyboard.press(key)
        await expect
          .poll(() => this.#page.evaluate(isInDialog), { message: `${key} stays in the dialog` })
          .toBe(true)
      }
    }
  }
}

/** The open sheet or dialog. */
function dialogOf(page: Page): Locator {
  return page.locator('[role="dialog"], [role="alertdialog"]')
}

/** Runs in the browser. */
function isInDialog(): boolean {
  return document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') !== null
}

/** Records how the focus looks now, and how everything else looks, to compare with at the next glance. */
function glance(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const look = (element: Element | null, depth = 0): string => {
      if (!element || depth > 2) return ''
      const { outlineStyle, outlineColor, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
      const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineColor} ${outlineWidth}`
      return `${outline} ${boxShadow} ${borderColor} ${look(element.parentElement, depth + 1)}`
    }
    const points = (element: Element): (Element | null)[] => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const shares = [0.1, 0.5, 0.9]
      return shares.flatMap((across) =>
        shares.map((down) => document.elementFromPoint(left + width * across, top + height * down)),
      )
    }
    const focused = document.activeElement ?? document.body
    const before: unknown = Reflect.get(window, 'looks_before')
    const known = before instanceof WeakMap ? before.get(focused) : undefined
    const hits = points(focused)
    const { left, top } = focused.getBoundingClientRect()
    const looks = new WeakMap<Element, string>()
    for (const element of document.querySelectorAll('a[href], button, input, textarea, select, [tabindex]')) {
      if (element !== focused) looks.set(element, look(element))
    }
    Reflect.set(window, 'looks_before', looks)
    return {
      nowhere: focused === document.body || focused.hasAttribute('data-base-ui-focus-guard'),
      what: `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 60) ?? ''}`,
      ringed: known !== look(focused),
      visible: hits.some((hit) => hit !== null && (focused.contains(hit) || focused.parentElement === hit)),
      seen_there: `${hits.map((hit) => (hit ? `${hit.localName}.${hit.className}` : 'nothing')).join(', ')} at ${left}, ${top}`,
      page_height_px: document.documentElement.scrollHeight,
    }
  })
}
