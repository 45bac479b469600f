import { type Browser, expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { FILM_MS, FILM_SIZE } from '../apps/api/src/testing/worlds/a-film.ts'
import { type FilmMarket, startFilmMarket } from './support/films/film-market.ts'
import { PHONE } from './support/screens/phone.ts'

let market: FilmMarket
let visits = 0

test.beforeAll(async () => {
  market = await startFilmMarket()
})
test.afterAll(() => market?.stop())

const playedPage = z.looseObject({
  ads: z.nullable(z.number()),
  ended: z.nullable(z.string()),
  click_url: z.optional(z.string()),
  film: z.optional(z.unknown()),
})

interface Visit {
  url?: string
  /** What the visitor does. */
  act?: '' | '#skip' | '#click'
  /** The film can't be had. */
  is_film_lost?: boolean
}

/** Opens the page with the player in a browser of its own, and returns how it went once it has ended. */
async function play(browser: Browser, { url = market.page_url, act = '', is_film_lost = false }: Visit = {}) {
  visits += 1
  const context = await browser.newContext({ userAgent: `${PHONE} Film/${visits}` })
  try {
    const page = await context.newPage()
    if (is_film_lost) await page.route('**/delivery/v1/asset/**', (route) => route.abort())
    const parts: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/delivery/v1/asset/')) parts.push(response.status())
    })
    await page.goto(url + act)
    const look = async () =>
      playedPage.parse(await page.evaluate('window.played ?? { ads: null, ended: null }'))
    await expect.poll(async () => (await look()).ended).not.toBeNull()
    const played = await look()
    // A player's last reports are pictures on their way.
    await page.waitForLoadState('networkidle')
    if (played.click_url !== undefined) {
      const shop = await context.newPage()
      await shop.goto(played.click_url)
    }
    return { ...played, parts }
  } finally {
    await context.close()
  }
}

const errors = async () => {
  const counts = await market.live.office.run('delivery-counts')
  return z
    .array(z.looseObject({ placement_id: z.string(), code: z.number(), count: z.string() }))
    .parse(counts.player_errors)
    .filter(({ placement_id }) => placement_id === market.placement_id)
    .map(({ code, count }) => `${code}: ${count}`)
}

test('vast-client beside video.js plays a film to its end, skips one and fails one; the statistics show each [proof 1000]', async ({
  browser,
}) => {
  const film = { impressions: 0, video_25: 0, video_50: 0, video_75: 0, video_100: 0, skipped: 0, failed: 0 }
  const whole = await play(browser)
  expect(whole).toMatchObject({
    ads: 1,
    ended: 'complete',
    duration_s: FILM_MS / 1_000,
    skippable_after_s: 3,
    film: { ...FILM_SIZE, codec: 'avc1.42c01e', mimeType: 'video/mp4' },
  })
  expect(whole.parts).toContain(206)
  const quarters = { video_25: 1, video_50: 1, video_75: 1, video_100: 1 }
  await expect.poll(market.figures).toEqual({
    impressions: 1,
    viewable: 1,
    clicks: 0,
    film: { ...film, impressions: 1, ...quarters, completion_percent: '100.0' },
  })
  expect(await play(browser, { act: '#skip' })).toMatchObject({ ended: 'skipped' })
  const after = { ...quarters, video_25: 2, video_50: 2, skipped: 1 }
  await expect.poll(market.figures).toEqual({
    impressions: 2,
    viewable: 2,
    clicks: 0,
    film: { ...film, impressions: 2, ...after, completion_percent: '50.0' },
  })
  expect(await play(browser, { is_film_lost: true })).toMatchObject({ ads: 1, ended: 'error' })
  await expect.poll(market.figures).toMatchObject({ impressions: 2, film: { ...after, failed: 1 } })
  await expect.poll(errors).toEqual(['401: 1'])
  expect(await play(browser, { act: '#click' })).toMatchObject({ ended: 'complete' })
  await expect.poll(market.figures).toMatchObject({ impressions: 3, viewable: 3, clicks: 1 })
  // The same page on another's site is shown nothing; its player says so.
  expect(await play(browser, { url: market.foreign_page_url })).toMatchObject({ ads: 0, ended: 'nothing' })
  await expect.poll(errors).toEqual(['303: 1', '401: 1'])
  expect(await market.figures()).toMatchObject({ impressions: 3 })
  await market.live.expectBalanced()
})

test('a film behind the publisher’s own ad server is played and reported to both [proof 1003]', async ({
  browser,
}) => {
  const before = await market.figures()
  const told = market.publishersImpressions()
  expect(await play(browser, { url: market.wrapped_page_url })).toMatchObject({ ads: 1, ended: 'complete' })
  await expect.poll(market.figures).toMatchObject({
    impressions: before.impressions + 1,
    film: { video_100: (before.film?.video_100 ?? 0) + 1 },
  })
  expect(market.publishersImpressions()).toBe(told + 1)
})

test('a film that the advertiser’s own ad server leads to, through another, is played behind our wrapper and behind the publisher’s, reported to all, and charged once [proof 1147]', async ({
  browser,
}) => {
  await market.serveFromAdvertiser()
  for (const [url, of_publisher] of [
    [market.following_page_url, 0],
    [market.following_wrapped_page_url, 1],
  ] as const) {
    const before = { ...(await market.figures()), own: market.publishersImpressions() }
    const shown = market.advertisersImpressions()
    const played = await play(browser, { url })
    // The film is the ad server's, so none of it comes from here.
    expect(played).toMatchObject({ ads: 1, ended: 'complete', film: { mimeType: 'video/mp4' }, parts: [] })
    await expect.poll(market.figures).toMatchObject({
      impressions: before.impressions + 1,
      viewable: before.viewable + 1,
      film: { video_100: (before.film?.video_100 ?? 0) + 1 },
    })
    expect(market.publishersImpressions()).toBe(before.own + of_publisher)
    // Its first ad server, and the one that has the film.
    expect(market.advertisersImpressions()).toBe(shown + 2)
  }
  // Control: a player that does not follow wrappers plays the film as it was reviewed.
  const shown = market.advertisersImpressions()
  const { parts } = await play(browser)
  expect(parts.length).toBeGreaterThan(0)
  expect(market.advertisersImpressions()).toBe(shown)
  await market.live.expectBalanced()
})
