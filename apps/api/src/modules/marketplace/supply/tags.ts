import type { OwnPlacement } from './own-supply.repository.ts'

/** What a publisher puts into its page, player, app or exchange; null for what the placement has no use for. */
interface Tags {
  page: string | null
  player: string | null
  app: string | null
  auction: string | null
}

type Tagged = Pick<OwnPlacement, 'key' | 'format' | 'width' | 'height' | 'stands_on'> & {
  is_exchange: boolean
}

/** The tags of a placement at the program's address, as `docs/publishers.md` explains them. */
export function tagsOf(placement: Tagged, origin: string): Tags {
  const { key, format, stands_on, is_exchange } = placement
  const none = { page: null, player: null, app: null, auction: null }
  // Its bid requests alone fill an exchange's placements.
  if (is_exchange) return { ...none, auction: `${origin}/openrtb2/auction` }
  if (stands_on === 'app') return { ...none, app: appRequest(key, origin) }
  const player = `${origin}/delivery/v1/vast/${key}?around=[PAGEURL]&device=[IFA]`
  return { ...none, page: pageTag(placement, origin), player: format === 'video' ? player : null }
}

/** The slot where it is to stand, and the script that fills every slot of the page. */
function pageTag({ key, width, height }: Pick<Tagged, 'key' | 'width' | 'height'>, origin: string): string {
  return [
    `<div data-adtally="${key}" data-size="${width}x${height}"></div>`,
    `<script async src="${origin}/delivery/v1/tag.js"></script>`,
  ].join('\n')
}

function appRequest(key: string, origin: string): string {
  return [
    `POST ${origin}/delivery/v1/decisions`,
    'Authorization: Bearer APP_KEY',
    'Content-Type: application/json',
    '',
    JSON.stringify({ slots: [{ placement: key }] }),
  ].join('\n')
}
