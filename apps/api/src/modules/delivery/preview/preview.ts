import type { ApprovedCreative, EligibleProduct, Placement } from '../../marketplace/index.ts'
import { productMisfit } from '../decisions/candidate-pool.ts'
import { decisionJson } from '../decisions/decide.ts'
import { creativesFor } from '../decisions/placement-slot.ts'
import { type DrawnAdvertisement, markupOf } from '../openrtb/bid-markup.ts'
import type { NativeRequest } from '../openrtb/native.ts'
import { readableTagScript } from '../tag-script.ts'
import { filledDocument } from '../vast/vast-document.ts'

/** Opens to nothing, so that whatever a preview reports is refused (`token_malformed`), and its clicks lead nowhere. */
export const PREVIEW_TOKEN = 'preview'
const NO_DECISION = '00000000-0000-0000-0000-000000000000'

/** How a creative is delivered; `tag` is a page with the tag itself, `vast_wrapped` for players that follow wrappers. */
export const FACES = ['tag', 'json', 'vast', 'vast_wrapped', 'openrtb'] as const
export type Face = (typeof FACES)[number]

/** What a placement would be sent of a creative, by face. */
export type Preview = Partial<Record<Face, string>>

interface PreviewTerms {
  public_origin: string
  /** The platform's name. */
  system: string
  sandbox: boolean
  impression_within_ms: number
}

/** Whether a creative would be shown on an open placement, were it approved: among its product's, in that place's format. */
export function isShownOn(product: EligibleProduct, placement: Placement, creative_id: string): boolean {
  return (
    placement.is_open &&
    productMisfit(product, placement) === null &&
    creativesFor(product, placement, '').some(({ approved }) => approved.creative_id === creative_id)
  )
}

/** A creative as a placement's page, player or exchange is sent it, by the functions that answer them. */
export function previewOn(
  product: EligibleProduct,
  creative: ApprovedCreative,
  terms: Placement,
  { public_origin, system, sandbox, impression_within_ms }: PreviewTerms,
): Preview {
  const [shown] = creativesFor({ ...product, creatives: [creative] }, terms, public_origin)
  if (!shown) return {}
  const drawn: DrawnAdvertisement = {
    token: PREVIEW_TOKEN,
    decision_id: NO_DECISION,
    impression_within_ms,
    charged_on: terms.price_model === 'CPC' ? 'click' : 'impression',
    product,
    creative,
    asset_url: shown.asset_url,
  }
  const json = decisionJson({
    sandbox,
    placement: terms.key,
    creative: shown.json,
    token: PREVIEW_TOKEN,
    impression_within_ms,
  })
  const document = (follows_wrappers: boolean) =>
    filledDocument(drawn, { public_origin, system, follows_wrappers })
  const vast = document(false)
  const wrapped = creative.vast_url === null ? null : document(true)
  return {
    tag: tagPage(json, terms, public_origin),
    json,
    ...(vast !== null && { vast }),
    ...(wrapped !== null && wrapped !== vast && { vast_wrapped: wrapped }),
    // Exchanges bid on impressions alone.
    ...(drawn.charged_on === 'impression' && {
      openrtb: markupOf(
        drawn,
        { terms },
        {
          native: terms.format === 'native' ? nativeRequestFor(creative, product) : null,
          film: terms.format === 'video' ? { follows_wrappers: false } : null,
          public_origin,
          system,
        },
      ).adm,
    }),
  }
}

/** A request for everything that a creative has (Native Ads 1.2): title, main image, description, sponsor. */
function nativeRequestFor(creative: ApprovedCreative, { name }: EligibleProduct): NativeRequest {
  return {
    assets: [
      { id: 1, required: 1, title: { len: creative.headline.length } },
      { id: 2, required: 1, img: { type: 3 } },
      { id: 3, required: 1, data: { type: 2, len: creative.body.length } },
      { id: 4, required: 1, data: { type: 1, len: name.length } },
    ],
  }
}

/**
 * A page with the tag itself, in a box of the placement's size, whose one answer is this. It reaches nothing but the creative's
 * file: its policy lets it report to nobody.
 */
function tagPage(json: string, { key, width, height }: Placement, public_origin: string): string {
  const policy = `default-src 'none'; img-src ${public_origin}; media-src ${public_origin}; script-src 'unsafe-inline'; style-src 'unsafe-inline'`
  const answer = inScript(`{"decisions":[${json}]}`)
  const script = readableTagScript(`new Tag(${inScript(public_origin)}).load()`).replaceAll('</', '<\\/')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${width} × ${height}</title>
<div data-adtally="${key}" data-size="${width}x${height}"></div>
<script>
window.fetch = async () => new Response(${answer})
${script}</script>
</html>
`
}

/** Text as a script's own, which no word of an advertiser's can end. */
function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}
