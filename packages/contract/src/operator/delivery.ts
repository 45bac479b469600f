import * as z from 'zod/mini'
import { CREATIVE_KINDS, CREATIVE_STATUSES, PRICE_MODELS } from '../enums.ts'
import { count, id } from '../fields.ts'
import { fileCall, staffCall } from './staff-call.ts'

const LOOKED_AT_BY = ['content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'] as const

/** How a creative is delivered, each as text; which of them there are depends on what it is and where it is shown. */
const delivered = z.object({
  /** A page with the tag itself. */
  tag: z.optional(z.string()),
  json: z.optional(z.string()),
  vast: z.optional(z.string()),
  /** For players that follow wrappers. */
  vast_wrapped: z.optional(z.string()),
  openrtb: z.optional(z.string()),
})

export const showCreative = staffCall({
  name: 'show-creative',
  kind: 'read',
  area: 'delivery',
  roles: LOOKED_AT_BY,
  summary:
    'A creative exactly as it is delivered, or would be once approved, in every size of the open placements that would show it; nothing of it counts',
  note: 'save-creative-preview gives the same as files',
  request: z.strictObject({ creative_id: id }),
  response: z.object({
    creative_id: id,
    status: z.enum(CREATIVE_STATUSES),
    product_id: id,
    shown_in: z.array(
      z.object({
        format: z.enum(CREATIVE_KINDS),
        width: count,
        height: count,
        price_model: z.enum(PRICE_MODELS),
        /** Names of some of the placements of this size. */
        placements: z.array(z.string()),
        placements_in_all: count,
        delivered,
      }),
    ),
  }),
  refusals: ['record_not_found'],
})

export const saveCreativePreview = fileCall({
  name: 'save-creative-preview',
  kind: 'read',
  area: 'delivery',
  roles: LOOKED_AT_BY,
  summary:
    'Save what show-creative shows as files in an archive: page, decision, VAST and bid markup of every size',
  note: 'the page ends in tag.html and is opened in a browser',
  request: z.strictObject({ creative_id: id }),
  answers_file: 'application/zip',
  refusals: ['record_not_found'],
})
