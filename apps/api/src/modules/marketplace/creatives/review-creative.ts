import type { CreativeStatus, FilmLoudness } from '@adtally/contract/enums.ts'
import {
  approveCreative,
  listDrafts,
  refuseCreative,
} from '@adtally/contract/operator/market/catalogue-creatives.ts'
import * as z from 'zod/mini'
import { publish } from '../../../database/outbox.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { type Staff, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listPageByKey } from '../../staff-list.ts'
import {
  creativeCounts,
  draftCreatives,
  lockCreative,
  lockProduct,
  type Review,
  setReview,
} from '../products.repository.ts'
import { assetUrl } from './asset.plugin.ts'

/** The outbox topic of a reviewed creative: plans waiting for the review go on or are returned (PRODUCT §4). */
export const CREATIVE_REVIEWED_TOPIC = 'creative.reviewed'
export const creativeReviewedFact = z.strictObject({
  creative_id: z.uuid(),
  product_id: z.uuid(),
  /** `refused`: the product has no approved creative left, and none waiting. */
  outcome: z.enum(['approved', 'refused', 'still_waiting']),
  refusal_reason: z.nullable(z.string()),
})

const LISTED_DEFAULT = 200

/** `list-drafts`: creatives waiting for review, oldest first, each with its file's address. */
export const listDraftsVerb = staffVerb(listDrafts, async (services, _staff, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    limit_default: LISTED_DEFAULT,
    read: draftCreatives,
    keyOf: ({ creative_id }) => creative_id,
  })
  const shown = []
  for (const draft of items) {
    const { creative_id, product_id, kind, headline, body, width, height } = draft
    const { film_ms, film_bitrate_kbps, film_codecs, skip_after_ms } = draft
    const { frames, animation_ms, is_one_colour } = draft
    const { omid_vendor, omid_url, omid_parameters, vast_url } = draft
    const { media_type, bytes, source_url, created_at, replaces } = draft
    const asset_sha256 = draft.asset_hash.toString('hex')
    shown.push({
      creative_id,
      product_id,
      kind,
      headline,
      body,
      asset_sha256,
      asset_url: assetUrl(services.settings.public_origin, asset_sha256),
      media_type,
      bytes,
      width,
      height,
      film_ms,
      film_bitrate_kbps,
      film_codecs,
      loudness: loudnessOf(film_codecs),
      frames,
      animation_ms,
      is_one_colour,
      skip_after_ms,
      omid_vendor,
      omid_url,
      omid_parameters,
      vast_url,
      source_url,
      replaces,
      created_at,
    })
  }
  return { items: shown, next_cursor }
})

/**
 * What who reviews a film is told of its loudness: nothing here decodes AAC (docs/decisions/creatives-by-what-they-are.md),
 * so that a film with sound has to be listened to. Null for a picture.
 */
function loudnessOf(film_codecs: string | null): FilmLoudness | null {
  if (film_codecs === null) return null
  // Pictures' coding, then the sound's.
  return film_codecs.includes(',') ? 'not_measured_no_decoder' : 'no_sound'
}

/** `approve-creative`: approves the file that the reviewer saw, named by its SHA-256. */
export const approveCreativeVerb = staffVerb(
  approveCreative,
  (services, staff, { creative_id, asset_sha256 }) =>
    review(services, staff, creative_id, {
      seen_hash: Buffer.from(asset_sha256, 'hex'),
      refusal_reason: null,
    }),
)

export const refuseCreativeVerb = staffVerb(refuseCreative, (services, staff, { creative_id, reason }) =>
  review(services, staff, creative_id, { seen_hash: null, refusal_reason: reason }),
)

/**
 * Throws `record_not_found`, `state_conflict` (reviewed already), `four_eyes` (one's own), `creative_not_as_seen`
 * where the reviewer saw another file.
 */
async function review(services: Services, staff: Staff, creative_id: string, verdict: Review) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const creative = await lockCreative(tx, creative_id)
    if (!creative) throw new Refusal('record_not_found', { field: 'creative_id' })
    if (creative.status !== 'draft') throw new Refusal('state_conflict', { field: 'creative_id' })
    if (creative.created_by === staff.staff_id) throw new Refusal('four_eyes')
    const { seen_hash, refusal_reason } = verdict
    if (seen_hash !== null && !seen_hash.equals(creative.asset_hash)) {
      throw new Refusal('creative_not_as_seen', { field: 'asset_sha256' })
    }
    await lockProduct(tx, creative.product_id)
    const status: CreativeStatus = refusal_reason === null ? 'approved' : 'refused'
    await setReview(tx, creative_id, staff.session_token, verdict)
    const { product_id } = creative
    const asset_sha256 = creative.asset_hash.toString('hex')
    const counts = await creativeCounts(tx, product_id)
    const outcome = counts.approved > 0 ? 'approved' : counts.draft > 0 ? 'still_waiting' : 'refused'
    await publish(
      tx,
      CREATIVE_REVIEWED_TOPIC,
      { creative_id, product_id, outcome, refusal_reason },
      product_id,
    )
    await audit.byStaff(tx, staff, {
      action: `creative.${status}`,
      subject: { kind: 'creative', id: creative_id },
      reason: refusal_reason ?? undefined,
      details: { product_id, asset_sha256 },
    })
    return { creative_id, status, asset_sha256 }
  })
}
