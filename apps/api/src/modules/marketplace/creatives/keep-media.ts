import { createHash } from 'node:crypto'
import type { CreativeKind } from '@adtally/contract/enums.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import type { Insertable } from 'kysely'
import { Refusal } from '../../../lib/refusal.ts'
import { encodeImage } from '../../files/index.ts'
import { readGivenFile } from '../../given-file.ts'
import type { Services } from '../../services.ts'
import type { AssetTable } from '../tables.ts'
import { type FetchBounds, fetchMedia } from './fetch-media.ts'
import type { FilmFacts } from './film-facts.ts'
import { ASSET_BYTES_MAX, agrees, mediaTypeOf } from './media-type.ts'
import { type PictureFacts, pictureFactsOf } from './picture-facts.ts'
import { readFilm } from './read-film.ts'
import { followVast } from './vast-chain.ts'

/** Longer side of a small picture: 88 pixels in a list at three device pixels each. */
const SMALL_SIDE_MAX = 264
/** Longest side of a creative. */
const SIDE_MAX = 10_000
const FETCH_TIME_MAX_MS = 20_000
/** Of one document of an ad server's. */
const VAST_BYTES_MAX = 256 * 1024

/** A creative's media, ready to store. */
export interface KeptMedia {
  asset: Omit<Insertable<AssetTable>, 'created_at'>
  size: { width: number; height: number }
  /** What a film says of itself; null for a picture. */
  film: Pick<FilmFacts, 'film_ms' | 'bitrate_kbps' | 'codecs'> | null
  /** What a picture is by its bytes; null for a film. */
  picture: Pick<PictureFacts, 'frames' | 'animation_ms' | 'is_one_colour'> | null
  /** The address it was fetched from; null for a file. */
  source_url: string | null
}

/**
 * Reads a file by its actual type and makes a picture's small one. Throws `file_unreadable`, `file_too_large`,
 * `field_invalid` (another type), and what `pictureFactsOf` and `readFilm` refuse.
 */
export async function mediaOfFile(file: GivenFile, kind: CreativeKind): Promise<KeptMedia> {
  const content = await readGivenFile(file, { bytes_max: ASSET_BYTES_MAX })
  const media_type = typeFor(content, kind)
  if (media_type === null) throw new Refusal('field_invalid', { field: 'file' })
  return await kept(content, media_type, 'file', null)
}

/**
 * Fetches the file at an address once, to store it. Throws what `fetchMedia` refuses, `url_content_differs` for
 * another kind or type than stated, and what `pictureFactsOf` and `readFilm` refuse.
 */
export async function mediaOfUrl(services: Services, url: string, kind: CreativeKind): Promise<KeptMedia> {
  const bounds = boundsFor(services, ASSET_BYTES_MAX)
  const { content, stated_type } = await fetchMedia(url, bounds, 'image/*, video/mp4')
  const media_type = typeFor(content, kind)
  if (media_type === null || !agrees(stated_type, media_type)) {
    throw new Refusal('url_content_differs', { field: 'url' })
  }
  return await kept(content, media_type, 'url', url)
}

/**
 * Fetches the film that an advertiser's ad server gives players, through its wrappers, to store it. Throws what `followVast` and
 * `mediaOfUrl` refuse, of the field `vast_url`.
 */
export async function mediaOfVast(services: Services, vast_url: string): Promise<KeptMedia> {
  try {
    const film_url = await followVast(vast_url, async (url) => {
      const { content } = await fetchMedia(
        url,
        boundsFor(services, VAST_BYTES_MAX),
        'application/xml, text/xml',
      )
      return content.toString()
    })
    return await mediaOfUrl(services, film_url, 'video')
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.reason, { field: 'vast_url' }) : error
  }
}

function boundsFor({ settings }: Services, bytes_max: number): FetchBounds {
  const { ledger_mode, fetches_from } = settings
  const asks_this_machine = ledger_mode === 'sandbox' && fetches_from === 'this_machine'
  return { bytes_max, time_max_ms: FETCH_TIME_MAX_MS, asks_this_machine }
}

/** The type of a creative of this kind; null for any other content. */
function typeFor(content: Buffer, kind: CreativeKind) {
  const type = mediaTypeOf(content)
  return type !== null && type.startsWith('video/') === (kind === 'video') ? type : null
}

async function kept(
  content: Buffer,
  media_type: KeptMedia['asset']['media_type'],
  field: 'file' | 'url',
  source_url: string | null,
): Promise<KeptMedia> {
  const asset_hash = createHash('sha256').update(content).digest()
  const asset = { asset_hash, media_type, content, small_content: null }
  try {
    if (media_type.startsWith('video/')) {
      const { width, height, ...film } = await readFilm(content)
      return { asset, size: within({ width, height }), film, picture: null, source_url }
    }
    const { width, height, ...picture } = await pictureFactsOf(content, media_type)
    const size = within({ width, height })
    const with_small = { ...asset, small_content: await smallPictureOf(content) }
    return { asset: with_small, size, film: null, picture, source_url }
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.reason, { field }) : error
  }
}

function within(size: KeptMedia['size']): KeptMedia['size'] {
  if (Math.max(size.width, size.height) > SIDE_MAX) throw new Refusal('image_pixels_too_many')
  return size
}

/** The picture for lists, or null where it would be no smaller than the whole one. */
async function smallPictureOf(picture: Buffer): Promise<Buffer | null> {
  const { content } = await encodeImage(picture, SMALL_SIDE_MAX)
  return content.length < picture.length ? content : null
}
