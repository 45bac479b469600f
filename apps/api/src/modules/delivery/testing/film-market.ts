import { fileOf } from '../../../modules/given-file.ts'
import { aFilm } from '../../../testing/worlds/a-film.ts'
import type { Market } from '../../../testing/worlds/build-market.ts'

/** Adds a product of this category with one approved film, besides its picture; returns its id. */
export async function addFilmProduct(
  market: Market,
  category: string,
  flags: Record<string, string> = {},
): Promise<string> {
  const product_id = await market.addProduct({ category, type: 'video' })
  const file = fileOf('film.mp4', await aFilm())
  const draft = { product_id, kind: 'video', headline: 'Meadow', body: 'Play', file, ...flags }
  const { creative_id, asset_sha256 } = await market.office.run('create-creative', draft)
  await market.office.check('approve-creative', { creative_id, asset_sha256 })
  return product_id
}
