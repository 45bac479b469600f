import type { OwnPlacement } from './own-supply.repository.ts'

/** What a publisher puts into its page, player or app; null for what the placement has no use for. */
interface Tags {
  page: string | null
  player: string | null
  app: string | null
}

/** The tags of a placement at the program's address, as `docs/publishers.md` explains them. */
export function tagsOf(
  {
    key,
    format,
    width,
    height,
    stands_on,
  }: Pick<OwnPlacement, 'key' | 'format' | 'width' | 'height' | 'stands_on'>,
  origin: string,
): Tags {
  const is_film = format === 'video'
  const site = stands_on === 'site'
  return {
    page: site ? pageTag({ key, width, height }, origin) : null,
    player: site && is_film ? `${origin}/delivery/v1/vast/${key}?around=[PAGEURL]&device=[IFA]` : null,
    app: site ? null : appRequest(key, origin),
  }
}

/** The slot where it is to stand, and the script that fills every slot of the page. */
function pageTag({ key, width, height }: { key: string; width: number; height: number }, origin: string) {
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
