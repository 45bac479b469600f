import { saveCreativePreview, showCreative } from '@adtally/contract/operator/market/delivery.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { zipOf } from '../../../lib/zip-of.ts'
import { type Placement, placements, previewedCreative } from '../../marketplace/index.ts'
import { staffVerb } from '../../module.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { FACES, type Face, isShownOn, type Preview, previewOn } from './preview.ts'

const EXTENSIONS: Record<Face, string> = {
  tag: 'tag.html',
  json: 'decision.json',
  vast: 'vast.xml',
  vast_wrapped: 'vast-wrapped.xml',
  openrtb: 'openrtb-adm.txt',
}
/** Of one size there may be thousands. */
const PLACEMENTS_NAMED_MAX = 20

/** A creative on placements of one size and price model. */
interface ShownIn {
  size: string
  alike: readonly [Placement, ...Placement[]]
  delivered: Preview
}

/** `show-creative`: a creative as it is or would be delivered, in every size and price model that it would be shown in. */
export const showCreativeVerb = staffVerb(showCreative, async (services, _staff, { creative_id }) => {
  const { status, product_id, shown_in } = await previewsOf(services, creative_id)
  return {
    ...{ creative_id, status, product_id },
    shown_in: shown_in.map(({ alike, delivered }) => {
      const [{ format, width, height, price_model }] = alike
      const names = alike.slice(0, PLACEMENTS_NAMED_MAX).map(({ name }) => name)
      return {
        format,
        width,
        height,
        price_model,
        placements: names,
        placements_in_all: alike.length,
        delivered,
      }
    }),
  }
})

/** `save-creative-preview`: the same as files, each named by the creative, the size and the face. */
export const saveCreativePreviewVerb = staffVerb(
  saveCreativePreview,
  async (services, _staff, { creative_id }) => {
    const { shown_in } = await previewsOf(services, creative_id)
    const files = shown_in.flatMap(({ size, delivered }) =>
      FACES.flatMap((face) => {
        const content = delivered[face]
        const path = `${creative_id}-${size}-${EXTENSIONS[face]}`
        return content === undefined ? [] : [{ path, content }]
      }),
    )
    const content = await zipOf(files, services.clock.now())
    return new Download({ file_name: `${creative_id}.zip`, media_type: 'application/zip', content })
  },
)

/** Throws `record_not_found`. */
async function previewsOf(services: Services, creative_id: string) {
  const { found, slots } = await services.database.transaction({ kind: 'system' }, async (tx) => ({
    found: await previewedCreative(tx, creative_id),
    slots: await placements(tx),
  }))
  const creative = found?.product.creatives.find((one) => one.creative_id === creative_id)
  if (!found || !creative) throw new Refusal('record_not_found', { field: 'creative_id' })
  const { product, status } = found
  const fitting = slots.filter((placement) => isShownOn(product, placement, creative_id))
  const shown_in = [...Map.groupBy(fitting, sizeName)].flatMap(([size, [first, ...more]]): ShownIn[] => {
    if (!first) return []
    const delivered = previewOn(product, creative, first, termsOf(services))
    return [{ size, alike: [first, ...more], delivered }]
  })
  return { status, product_id: product.product_id, shown_in }
}

function sizeName({ width, height, price_model }: Placement): string {
  return `${width}x${height}-${price_model.toLowerCase()}`
}

function termsOf(services: Services) {
  const { public_origin, brand, ledger_mode } = services.settings
  return {
    public_origin,
    system: brand.name,
    sandbox: ledger_mode === 'sandbox',
    impression_within_ms: policies.current(services).impression_limit_ms,
  }
}
