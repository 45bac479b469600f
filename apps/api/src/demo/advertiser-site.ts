import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { signPostback } from '../modules/delivery/index.ts'
import { type DemoProduct, NEW_PRODUCT, PRODUCTS, SMALL_PRODUCT } from './seed/catalogue.ts'
import type { DemoMarket } from './seed/seed-market.ts'
import { escapeHtml, htmlPage, type Site, sendPage, startSite } from './site-server.ts'

const BODY_BYTES_MAX = 4_096
const GOAL = 'signup'
const ADVERTISED = [...PRODUCTS, SMALL_PRODUCT, NEW_PRODUCT]

const answered = z.object({
  accepted: z.boolean(),
  reason: z.optional(z.string()),
  now: z.optional(z.number()),
})

/**
 * The advertisers' landing pages. Only their server holds the postback secrets; when a visitor who came by an
 * advertisement fills in the page's form, it reports that click's conversion with a signature.
 */
export async function startAdvertiserSite(
  port: number,
  program_origin: string,
  market: DemoMarket,
): Promise<Site> {
  return await startSite(port, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const product = ADVERTISED.find(({ path }) => url.pathname === path || url.pathname === `${path}/done`)
    if (!product) return sendPage(response, 404, page('Not here', '<h1>There is no such page.</h1>'))
    if (request.method !== 'POST')
      return sendPage(response, 200, landingPage(product, url.searchParams.get('click_id') ?? ''))
    await convert(request, response, product, program_origin, market)
  })
}

async function convert(
  request: IncomingMessage,
  response: ServerResponse,
  product: DemoProduct,
  program_origin: string,
  market: DemoMarket,
): Promise<void> {
  const click_id = new URLSearchParams(await bodyOf(request)).get('click_id') ?? ''
  const party = market.secrets.get(product.advertiser)
  if (click_id !== '' && party) await report(program_origin, party, click_id)
  const html = `<h1>Thank you</h1><p>${escapeHtml(product.landing.thanks)}</p>`
  sendPage(response, 200, page(product.name, html, product))
}

/** Signs with this machine's clock, or with the platform's if that differs (a sandbox may be advanced). */
async function report(
  program_origin: string,
  { advertiser_id, secret }: { advertiser_id: string; secret: string },
  click_id: string,
): Promise<void> {
  const send = async (timestamp: number) => {
    const postback = { click_id, goal: GOAL, timestamp }
    const response = await fetch(`${program_origin}/delivery/v1/conversion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advertiser_id, ...postback, signature: signPostback(secret, postback) }),
    })
    return z.parse(answered, await response.json())
  }
  const first = await send(Date.now())
  if (first.reason === 'postback_stale' && first.now !== undefined) await send(first.now)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > BODY_BYTES_MAX) throw new RangeError('the form is too long')
  }
  return body
}

function landingPage(product: DemoProduct, click_id: string): string {
  const { name, game_description, landing, path } = product
  return page(
    name,
    `<h1>${escapeHtml(name)}</h1><p class="lead">${escapeHtml(landing.lead)}</p><p>${escapeHtml(game_description)}</p>
<form method="post" action="${path}/done"><input type="hidden" name="click_id" value="${escapeHtml(click_id)}">
<button>${escapeHtml(landing.action)}</button></form>`,
    product,
  )
}

function page(title: string, body: string, product?: DemoProduct): string {
  const [from, to, bright, deep] = product?.poster.palette ?? ['#1c1917', '#44403c', '#fafaf9', '#1c1917']
  const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 2rem; box-sizing: border-box; color: #fff;
    background: linear-gradient(140deg, ${from}, ${to}); font: 18px/1.6 system-ui, sans-serif }
  main { max-width: 34rem }
  h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 .6rem }
  .lead { font-size: 1.25rem }
  button { font: inherit; font-weight: 650; padding: .8rem 1.5rem; border: 0; border-radius: 999px; background: ${bright}; color: ${deep} }
`
  return htmlPage(title, style, `<main>${body}</main>`)
}
