import type { Browser, Page, Request, Route } from '@playwright/test'
import * as z from 'zod/mini'
import type { TagMarket } from './tag-market.ts'
import { type TagPage, tagOf } from './tag-page.ts'
import { askedIn, isOfDecisions } from './tag-request.ts'

const answered = z.object({ decisions: z.array(z.record(z.string(), z.unknown())) })

/** The one line of a publisher's, for the placement on trial. */
export function lineOf(market: TagMarket, attributes = ''): string {
  return tagOf(market, `async data-placement="${market.tried_key}" ${attributes}`)
}

/** An element for the placement on trial, whose room its class reserves. */
export function elementOf({ tried_key }: TagMarket, attributes = '', content = ''): string {
  return `<div id="tried" class="room" data-adtally="${tried_key}" data-size="320x100" ${attributes}>${content}</div>`
}

/** Holds decisions about the placement on trial until they are let go. */
export class HeldDecision {
  #gate = Promise.withResolvers<void>()
  #asked = Promise.withResolvers<void>()
  #placement = ''

  /** For `TagPage.route`. */
  readonly route: NonNullable<TagPage['route']> = async (page, market) => {
    this.#gate = Promise.withResolvers()
    this.#asked = Promise.withResolvers()
    this.#placement = market.tried_key
    await onDecision(page, market, async (route) => {
      this.#asked.resolve()
      await this.#gate.promise
      await route.continue()
    })
  }

  /** Resolves once the page has asked. */
  async asked(): Promise<void> {
    await this.#asked.promise
  }

  /** Lets the answer go, and resolves when the page has it. */
  async answer(page: Page): Promise<void> {
    const answered = page.waitForResponse((response) => asksFor(response.request(), this.#placement))
    this.#gate.resolve()
    await answered
  }
}

/** Answers requests about the placement on trial by `answer`. */
export async function onDecision(
  page: Page,
  { tried_key }: TagMarket,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => isOfDecisions(url.href),
    (route) => (asksFor(route.request(), tried_key) ? answer(route) : route.fallback()),
  )
}

/** Answers with the program's decisions, those about the placement on trial as `change` has them. */
export async function changeDecision(
  page: Page,
  market: TagMarket,
  change: (decision: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await onDecision(page, market, async (route) => {
    const { slots } = askedIn(route.request())
    const response = await route.fetch()
    const given = answered.parse(await response.json()).decisions
    const decisions = given.map((decision, index) =>
      slots[index]?.placement === market.tried_key ? change(decision) : decision,
    )
    await route.fulfill({ response, json: { decisions } })
  })
}

function asksFor(request: Request, key: string): boolean {
  return (
    request.method() === 'POST' &&
    isOfDecisions(request.url()) &&
    askedIn(request).slots.some(({ placement }) => placement === key)
  )
}

/** Answers with the program's decision, but another creative. */
export async function changeCreative(
  page: Page,
  market: TagMarket,
  creative: { kind?: string; asset_url: string },
): Promise<void> {
  await changeDecision(page, market, (decision) => ({
    ...decision,
    creative: { ...Object(decision.creative), ...creative },
  }))
}

/** Answers that there is no advertisement. */
export async function fillNothing(page: Page, market: TagMarket): Promise<void> {
  await changeDecision(page, market, () => ({ fill: false, reason: 'no_plan', sandbox: true }))
}

/** Records four seconds of a moving square. */
export async function recordFilm(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  const film = Buffer.from(await page.evaluate(drawFilm), 'base64')
  await page.close()
  return film
}

async function drawFilm(): Promise<string> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  let frame = 0
  const drawing = setInterval(() => {
    frame += 5
    pen?.fillRect(frame, 0, 20, 20)
  }, 50)
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  setTimeout(() => recorder.stop(), 4000)
  await stopped
  clearInterval(drawing)
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Answers with the program's decision, but a film. */
export async function showFilm(page: Page, of: TagMarket, film: Buffer): Promise<void> {
  const asset_url = `${of.origin}/film.webm`
  await page.route(asset_url, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'content-type': 'video/webm' },
      body: film,
    }),
  )
  await changeCreative(page, of, { kind: 'video', asset_url })
}
