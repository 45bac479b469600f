import { resolve } from 'node:path'
import { id } from '@adtally/contract/fields.ts'
import { filePath } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { makeFolder } from '../../../database/make-folder.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { writeNewFile } from '../../given-file.ts'
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

/** `show-creative`: a creative as it is or would be delivered, in every size and price model that it would be shown in. */
export const showCreativeVerb = staffVerb({
  name: 'show-creative',
  summary:
    'A creative exactly as it is delivered, or would be once approved, in every size of the open placements that would show it: --creative-id; --folder PATH writes page, decision, VAST and bid markup there. Nothing of it counts',
  roles: ['content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  input: z.strictObject({ creative_id: id, folder: z.optional(filePath) }),
  run: async (services, _staff, { creative_id, folder }) => {
    const { found, slots } = await services.database.transaction({ kind: 'system' }, async (tx) => ({
      found: await previewedCreative(tx, creative_id),
      slots: await placements(tx),
    }))
    const creative = found?.product.creatives.find((one) => one.creative_id === creative_id)
    if (!found || !creative) throw new Refusal('record_not_found', { field: 'creative_id' })
    const fitting = slots.filter((placement) => isShownOn(found.product, placement, creative_id))
    const shown_in = []
    for (const [name, alike] of Map.groupBy(fitting, sizeName)) {
      const [placement] = alike
      if (!placement) continue
      const preview = previewOn(found.product, creative, placement, termsOf(services))
      shown_in.push({
        format: placement.format,
        width: placement.width,
        height: placement.height,
        price_model: placement.price_model,
        placements: alike.slice(0, PLACEMENTS_NAMED_MAX).map((one) => one.name),
        placements_in_all: alike.length,
        delivered: folder === undefined ? preview : await save(preview, `${creative_id}-${name}`, folder),
      })
    }
    return { creative_id, status: found.status, product_id: found.product.product_id, shown_in }
  },
})

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

/** Writes each face's text into the folder; returns the paths by face. */
async function save(preview: Preview, name: string, folder: string): Promise<Preview> {
  makeFolder(folder, 0o700)
  const paths: Preview = {}
  for (const face of FACES) {
    const text = preview[face]
    if (text === undefined) continue
    const path = resolve(folder, `${name}-${EXTENSIONS[face]}`)
    await writeNewFile(path, text, 'folder')
    paths[face] = path
  }
  return paths
}
