import * as z from 'zod/mini'
import { ASSET_MEDIA_TYPES, CREATIVE_KINDS, CREATIVE_STATUSES, FILM_LOUDNESSES } from '../../enums.ts'
import { because, count, id, text, time } from '../../fields.ts'
import { digestText, listFlags, reasonText, wholeText } from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { fileCall, staffCall, workPage } from '../statement/staff-call.ts'
import { creativeKind } from './catalogue-fields.ts'

const SKIP_AFTER_MAX_S = 3_600

const address = z.string({ error: because('field_invalid') })

/** What adding a creative takes, answers and refuses, whoever adds it. */
export const newCreative = {
  note: 'it has a file, or a url that is fetched this once and kept; a film may come from the vast_url of an ad server instead; skip_after_s, omid_vendor, omid_url and omid_parameters (of who measures it) are a film’s; replaces names an approved creative that its approval stops',
  request: z.strictObject({
    product_id: id,
    kind: creativeKind,
    headline: text(90),
    body: text(300),
    file: z.optional(fileInput),
    url: z.optional(address),
    vast_url: z.optional(address),
    skip_after_s: z.optional(wholeText(0, SKIP_AFTER_MAX_S)),
    omid_vendor: z.optional(text(100)),
    omid_url: z.optional(text(2_000)),
    omid_parameters: z.optional(text(2_000)),
    replaces: z.optional(id),
  }),
  response: z.object({
    creative_id: id,
    status: z.enum(CREATIVE_STATUSES),
    asset_sha256: z.string(),
    asset_url: z.string(),
  }),
  refusals: [
    'record_not_found',
    'state_conflict',
    'file_unreadable',
    'file_too_large',
    'not_an_image',
    'image_pixels_too_many',
    'animation_too_long',
    'not_a_film',
    'film_length_differs',
    'film_not_played',
    'film_rate_too_high',
    'url_not_allowed',
    'url_address_not_public',
    'url_unreachable',
    'url_too_slow',
    'url_too_large',
    'url_redirects_too_many',
    'url_content_differs',
  ],
} as const

export const createCreative = staffCall({
  name: 'create-creative',
  kind: 'act',
  area: 'catalogue',
  roles: ['content'],
  once: true,
  summary: 'Add a draft creative, which another person reviews before it is shown',
  ...newCreative,
})

const draft = z.object({
  creative_id: id,
  product_id: id,
  kind: z.enum(CREATIVE_KINDS),
  headline: z.string(),
  body: z.string(),
  asset_sha256: z.string(),
  asset_url: z.string(),
  media_type: z.enum(ASSET_MEDIA_TYPES),
  bytes: count,
  width: count,
  height: count,
  film_ms: z.nullable(count),
  film_bitrate_kbps: z.nullable(count),
  /** RFC 6381. */
  film_codecs: z.nullable(z.string()),
  loudness: z.nullable(z.enum(FILM_LOUDNESSES)),
  frames: z.nullable(count),
  animation_ms: z.nullable(count),
  is_one_colour: z.nullable(z.boolean()),
  skip_after_ms: z.nullable(count),
  omid_vendor: z.nullable(z.string()),
  omid_url: z.nullable(z.string()),
  omid_parameters: z.nullable(z.string()),
  vast_url: z.nullable(z.string()),
  source_url: z.nullable(z.string()),
  replaces: z.nullable(id),
  created_at: time,
})

export const listDrafts = staffCall({
  name: 'list-drafts',
  kind: 'read',
  area: 'catalogue',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  works_on: { kind: 'creative', by: 'creative_id' },
  summary: 'Creatives that wait for a review, oldest first, each with the address of its file',
  request: z.strictObject(listFlags),
  response: workPage(draft),
  refusals: [],
})

const reviewed = z.object({ creative_id: id, status: z.enum(CREATIVE_STATUSES), asset_sha256: z.string() })

export const approveCreative = staffCall({
  name: 'approve-creative',
  kind: 'act',
  area: 'catalogue',
  roles: ['content', 'risk'],
  works_on: { kind: 'creative', by: 'creative_id' },
  summary: 'Approve a draft that somebody else made, as it was seen',
  note: 'asset_sha256 is of its file, as list-drafts tells it',
  request: z.strictObject({ creative_id: id, asset_sha256: digestText }),
  response: reviewed,
  refusals: ['record_not_found', 'state_conflict', 'four_eyes', 'creative_not_as_seen'],
})

export const refuseCreative = staffCall({
  name: 'refuse-creative',
  kind: 'act',
  area: 'catalogue',
  roles: ['content', 'risk'],
  works_on: { kind: 'creative', by: 'creative_id' },
  summary: 'Refuse a draft that somebody else made, for a reason in words that customers read',
  request: z.strictObject({ creative_id: id, reason: text(300) }),
  response: reviewed,
  refusals: ['record_not_found', 'state_conflict', 'four_eyes'],
})

/** What stopping a creative answers and refuses, whoever stops it. */
export const creativeStopped = {
  response: z.object({ creative_id: id, status: z.enum(CREATIVE_STATUSES) }),
  refusals: ['record_not_found', 'state_conflict'],
} as const

export const stopCreative = staffCall({
  name: 'stop-creative',
  kind: 'act',
  area: 'catalogue',
  roles: ['content', 'risk', 'admin'],
  summary: 'Take an approved creative out of delivery for good, while its product has another',
  request: z.strictObject({ creative_id: id, reason: reasonText }),
  ...creativeStopped,
})

export const saveCreative = fileCall({
  name: 'save-creative',
  kind: 'read',
  area: 'catalogue',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  summary: 'Save the picture or film of a creative, as it is kept',
  request: z.strictObject({ creative_id: id }),
  /** A picture's or a film's. */
  answers_file: '*/*',
  refusals: ['record_not_found'],
})
