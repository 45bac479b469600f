import type { Browser, Page, Route } from '@playwright/test'
import type { TagMarket } from './tag-market.ts'
import { type TagPage, tagOf } from './tag-page.ts'

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
    const answered = page.waitForResponse((response) =>
      response.url().includes(`placement=${this.#placement}`),
    )
    this.#gate.resolve()
    await answered
  }
}

/** Answers decisions about the placement on trial by `answer`. */
export async function onDecision(
  page: Page,
  { tried_key }: TagMarket,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  const isIt = (url: URL) =>
    url.pathname.endsWith('/delivery/v1/decision') && url.searchParams.get('placement') === tried_key
  await page.route(isIt, answer)
}

/** Answers with the program's decision, but another creative. */
export async function changeCreative(
  page: Page,
  market: TagMarket,
  creative: { kind?: string; asset_url: string },
): Promise<void> {
  await onDecision(page, market, async (route) => {
    const response = await route.fetch()
    const decision = Object(await response.json())
    await route.fulfill({ response, json: { ...decision, creative: { ...decision.creative, ...creative } } })
  })
}

/** Answers that there is no advertisement. */
export async function fillNothing(page: Page, market: TagMarket): Promise<void> {
  await onDecision(page, market, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { fill: false, reason: 'no_plan', sandbox: true },
    }),
  )
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
