import type { CreativeKind } from '@adtally/contract/enums.ts'
import { createCreative } from '@adtally/contract/operator/market/catalogue-creatives.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { createOwnCreative } from '@adtally/contract/partner/catalogue.ts'
import type { Insertable } from 'kysely'
import type { Scope, Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { AuditEntry } from '../../audit/index.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import { isAllowedUrl } from '../allowed-url.ts'
import {
  type Creative,
  insertCreative,
  keepAsset,
  lockCreative,
  lockOwnCreative,
  productById,
} from '../products.repository.ts'
import type { CreativeTable } from '../tables.ts'
import { assetUrl } from './asset.plugin.ts'
import { type KeptMedia, mediaOfFile, mediaOfUrl, mediaOfVast } from './keep-media.ts'

type DraftInput = StaffInputOf<typeof createCreative>

/** In whose name a draft is made, and with what right. */
interface DraftMaker {
  scope: Scope
  row: Pick<Insertable<CreativeTable>, 'created_by' | 'created_by_person'>
  /** The creative with this id, locked with its product; null where it is none of theirs. */
  lock(tx: Transaction, creative_id: string): Promise<Creative | null>
  append(tx: Transaction, act: Omit<AuditEntry, 'actor'>): Promise<void>
}

/** `create-creative`: adds a draft, which another person reviews before it is shown. */
export const createCreativeVerb = staffVerb(createCreative, (services, staff, input) =>
  makeDraft(services, input, {
    scope: { kind: 'system' },
    row: { created_by: staff.staff_id, created_by_person: null },
    lock: lockCreative,
    append: (tx, act) => audit.byStaff(tx, staff, act),
  }),
)

/** `create-creative` of an advertiser's own people, for a product of theirs. */
export const createOwnCreativeVerb = partnerVerb(createOwnCreative, (services, partner, input) =>
  makeDraft(services, input, {
    scope: scopeOf(partner),
    row: { created_by: null, created_by_person: partner.person_id },
    lock: (tx, creative_id) => lockOwnCreative(tx, creative_id, partner.session_token),
    append: (tx, act) => audit.appendPartnerAct(tx, partner, act),
  }),
)

async function makeDraft(
  services: Services,
  { product_id, kind, headline, body, file, url, vast_url, replaces, ...of_film }: DraftInput,
  maker: DraftMaker,
) {
  // Fetches nothing for an unknown product.
  const product = await services.database.transaction(maker.scope, (tx) => productById(tx, product_id))
  if (!product) throw new Refusal('record_not_found', { field: 'product_id' })
  // Before the transaction, so that nothing is locked while waiting for another server.
  const { asset, size, film, picture, source_url } = await mediaAt(services, kind, { file, url, vast_url })
  const played = playedWith(services, of_film, film?.film_ms ?? null)
  const asset_sha256 = asset.asset_hash.toString('hex')
  return await services.database.transaction(maker.scope, async (tx) => {
    const creative_id = newId()
    if (replaces !== undefined) refuseOther(await maker.lock(tx, replaces), { product_id, kind })
    await keepAsset(tx, asset)
    await insertCreative(tx, {
      creative_id,
      product_id,
      kind,
      headline,
      body,
      ...size,
      film_ms: film?.film_ms ?? null,
      film_bitrate_kbps: film?.bitrate_kbps ?? null,
      film_codecs: film?.codecs ?? null,
      frames: picture?.frames ?? null,
      animation_ms: picture?.animation_ms ?? null,
      is_one_colour: picture?.is_one_colour ?? null,
      ...played,
      vast_url: vast_url ?? null,
      asset_hash: asset.asset_hash,
      source_url,
      replaces: replaces ?? null,
      ...maker.row,
    })
    await maker.append(tx, {
      action: 'creative.created',
      subject: { kind: 'creative', id: creative_id },
      details: { product_id, kind, asset_sha256, ...(replaces !== undefined && { replaces }) },
    })
    const asset_url = assetUrl(services.settings.public_origin, asset_sha256)
    return { creative_id, status: 'draft', asset_sha256, asset_url } as const
  })
}

/** Throws `state_conflict` unless a creative is approved, and of this product and kind. */
function refuseOther(
  other: Creative | null,
  { product_id, kind }: { product_id: string; kind: CreativeKind },
): void {
  const is_alike = other?.product_id === product_id && other.kind === kind
  if (!is_alike || other.status !== 'approved') throw new Refusal('state_conflict', { field: 'replaces' })
}

interface PlayedWith {
  skip_after_s?: number | undefined
  omid_vendor?: string | undefined
  omid_url?: string | undefined
  omid_parameters?: string | undefined
}

/**
 * What players are told of a film besides. Throws `field_invalid` for what a picture can't have, a time after its end,
 * and an address that no page may load.
 */
function playedWith(services: Services, given: PlayedWith, film_ms: number | null) {
  const { skip_after_s, omid_vendor, omid_url, omid_parameters } = given
  const wrong = (field: keyof PlayedWith) => new Refusal('field_invalid', { field })
  for (const field of ['skip_after_s', 'omid_vendor', 'omid_url', 'omid_parameters'] as const)
    if (film_ms === null && given[field] !== undefined) throw wrong(field)
  const skip_after_ms = skip_after_s === undefined ? null : skip_after_s * 1_000
  if (film_ms !== null && skip_after_ms !== null && skip_after_ms >= film_ms) throw wrong('skip_after_s')
  if ((omid_url === undefined) !== (omid_vendor === undefined)) throw wrong('omid_vendor')
  if (omid_url === undefined && omid_parameters !== undefined) throw wrong('omid_parameters')
  if (omid_url !== undefined && !isAllowedUrl(omid_url, services.settings.ledger_mode))
    throw wrong('omid_url')
  return {
    skip_after_ms,
    omid_vendor: omid_vendor ?? null,
    omid_url: omid_url ?? null,
    omid_parameters: omid_parameters ?? null,
  }
}

async function mediaAt(
  services: Services,
  kind: CreativeKind,
  { file, url, vast_url }: Record<'url' | 'vast_url', string | undefined> & { file: GivenFile | undefined },
): Promise<KeptMedia> {
  if (vast_url !== undefined) {
    const is_alone = file === undefined && url === undefined
    const may_be_asked = kind === 'video' && isAllowedUrl(vast_url, services.settings.ledger_mode)
    if (!is_alone || !may_be_asked) throw new Refusal('field_invalid', { field: 'vast_url' })
    return await mediaOfVast(services, vast_url)
  }
  if (url === undefined) {
    if (file === undefined) throw new Refusal('field_required', { field: 'file' })
    return await mediaOfFile(file, kind)
  }
  if (file !== undefined) throw new Refusal('field_invalid', { field: 'url' })
  return await mediaOfUrl(services, url, kind)
}
