import { drawFilm } from '../../demo/seed/artwork/film.ts'

/** How long `aFilm` plays, and its pictures' size. */
export const FILM_MS = 8_000
export const FILM_SIZE = { width: 64, height: 36 } as const

/** A small film that players play: an MP4 file without sound. */
export async function aFilm(title = 'MEADOW'): Promise<Buffer> {
  const poster = {
    motif: 'skyline',
    palette: ['#312e81', '#be185d', '#fbbf24', '#1e1b4b'],
    title,
    line: 'IN SPRING',
    action: 'PLAY',
  } as const
  return await drawFilm(poster, FILM_SIZE.width, FILM_SIZE.height)
}
