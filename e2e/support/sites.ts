import { startAdvertiserSite } from '../../apps/api/src/demo/advertiser-site.ts'
import { type Site, sendPage, startSite } from '../../apps/api/src/demo/site-server.ts'
import { type Market, PRODUCT } from './market.ts'

/** A publisher's page and an advertiser's landing pages, each on its own origin. */
export interface Sites {
  publisher: Site
  advertiser: Site
  /** Puts the market's tag line on the page, and gives the advertiser the postback secret. */
  join(market: Market): void
  stop(): Promise<void>
}

/** Starts both before the market exists, because the market needs their addresses. */
export async function startSites(program_origin: string): Promise<Sites> {
  const secrets = new Map<string, { advertiser_id: string; secret: string }>()
  let tag_line = ''
  const publisher = await startSite(0, (_request, response) => {
    sendPage(
      response,
      200,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>The Harbour Review</title>
<link rel="icon" href="data:,"><h1>The lamp-keepers of the outer mole</h1><div>${tag_line}</div>
<p>They walk out every evening to see whether the light tells the truth.</p></html>`,
    )
  })
  const advertiser = await startAdvertiserSite(0, program_origin, { secrets, keys: new Map(), seller_id: '' })
  return {
    publisher,
    advertiser,
    join({ advertiser_id, postback_secret, placement_key }) {
      secrets.set(PRODUCT.advertiser, { advertiser_id, secret: postback_secret })
      tag_line = `<script async src="${program_origin}/delivery/v1/tag.js" data-placement="${placement_key}"></script>`
    },
    async stop() {
      await publisher.stop()
      await advertiser.stop()
    },
  }
}
