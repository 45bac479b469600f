import type { ShownAdvertisement } from '../decisions/decide.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import { filledDocument } from '../vast/vast-document.ts'
import { type ImpressionTerms, sizeOf } from './bid-terms.ts'
import { nativeMarkup } from './native.ts'

/** Kinds of markup, as `mtype` has them (OpenRTB 2.6 §4.2.3). */
export const MARKUP_TYPE = { banner: 1, video: 2, native: 4 } as const

/** What is drawn for a bid, and of which kind it is. */
export interface Markup {
  mtype: (typeof MARKUP_TYPE)[keyof typeof MARKUP_TYPE]
  adm: string
}

/** How an impression wants its markup. */
interface MarkupWishes extends Pick<ImpressionTerms, 'native' | 'film'> {
  public_origin: string
  /** The platform's name. */
  system: string
}

/** What of an advertisement its markup tells. */
export type DrawnAdvertisement = Omit<ShownAdvertisement, 'charge_micros' | 'fee_micros'>

/** A bid's markup, on whose own the exchange or the page draws it: for a banner HTML, for native its JSON, for a film VAST. */
export function markupOf(
  shown: DrawnAdvertisement,
  placement: Pick<PlacementSlot, 'terms'>,
  { native, film, public_origin, system }: MarkupWishes,
): Markup {
  const { token, product, creative, asset_url } = shown
  const click_url = `${public_origin}/delivery/v1/click/${token}`
  if (native) {
    const adm = nativeMarkup(native, {
      creative,
      product_name: product.name,
      asset_url,
      size: sizeOf(creative, placement),
      click_url,
      viewable_url: `${public_origin}/delivery/v1/pixel?t=${token}&k=viewable`,
    })
    return { mtype: MARKUP_TYPE.native, adm }
  }
  if (film) {
    const adm = filledDocument(shown, { public_origin, system, follows_wrappers: film.follows_wrappers })
    // Without a film that can be told, no plan is drawn for an impression that asks for one.
    if (adm === null) throw new Error(`the creative ${creative.creative_id} is no film`)
    return { mtype: MARKUP_TYPE.video, adm }
  }
  const { width, height } = placement.terms
  const attributes = [
    ...['src', asset_url, 'width', String(width), 'height', String(height)],
    ...['alt', creative.headline, 'style', 'display:block;border:0'],
  ]
  const adm = `<a${attributesOf(['href', click_url, 'target', '_blank', 'rel', 'noopener'])}><img${attributesOf(attributes)}></a>`
  return { mtype: MARKUP_TYPE.banner, adm }
}

/** Names and values alternate; values are escaped. */
function attributesOf(parts: readonly string[]): string {
  let text = ''
  for (let index = 0; index < parts.length; index += 2) {
    text += ` ${parts[index]}="${escaped(parts[index + 1] ?? '')}"`
  }
  return text
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // What stands for a macro is the exchange's to fill in, and nothing of a creative's.
  $: '&#36;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"'$]/g, (sign) => ENTITIES[sign] ?? sign)
}
