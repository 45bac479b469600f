import { createFile, type ISOFile, type Movie, MP4BoxBuffer, type Track } from 'mp4box'

/** What a film says of itself. */
export interface FilmFacts {
  /** How long its pictures play. */
  film_ms: number
  /** As it is shown: a film that lies on its side is turned. */
  width: number
  height: number
  /** The mean of the whole file, sound included. */
  bitrate_kbps: number
  /** Of pictures and sound (RFC 6381), `avc1.42c01e,mp4a.40.2`. */
  codecs: string
}

/** Why a file is no film that everybody can be shown. */
export type FilmFault =
  | 'not_a_film'
  | 'film_length_differs'
  | 'film_not_played'
  | 'film_rate_too_high'
  | 'image_pixels_too_many'

/** A token is good for an hour, and nobody could report the end of a longer film. */
const FILM_MAX_MS = 3_600_000
/** What a header may say beside the pictures' own times: sound may end a little later. */
const LENGTH_DIFFERS_MAX_MS = 1_000
/** Twice what a film of full size for phones has; more stops and starts on a slow line. */
const RATE_MAX_KBPS = 8_000
/** 4K (3840 × 2160), the most that phones decode. */
const FILM_PIXELS_MAX = 8_294_400
/**
 * What every browser and television plays, as there is one file for all of them: AVC of 8 bits and 4:2:0, that is the
 * profiles baseline, main and high, up to level 5.2. HEVC, VP9 and AV1 some can't play, nor AVC's other profiles.
 */
const PICTURES = /^avc[13]\.(42|4d|64)[0-9a-f]{2}([0-9a-f]{2})$/i
const LEVEL_MAX = 52
/** AAC (low complexity, HE and HE v2) and MP3 (RFC 6381, of ISO/IEC 14496-1). */
const SOUND = /^mp4a\.(40\.(2|5|29)|6b|69)$/i

/** Reads a film's facts from its own tables, or why it is none that can be shown, `not_a_film` where nothing can be read. */
export function filmFactsOf(content: Uint8Array<ArrayBuffer>): FilmFacts | FilmFault {
  const file = createFile(false)
  const whole = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength)
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(whole, 0), true)
  file.flush()
  if (!file.moov) return 'not_a_film'
  const movie: Movie = file.getInfo()
  const [pictures] = movie.videoTracks
  if (!pictures?.video) return 'not_a_film'
  if (!isPlayed(movie)) return 'film_not_played'
  const samples = file.getTrackSamplesInfo(pictures.id)
  const is_whole = samples.every(({ offset, size }) => offset + size <= content.byteLength)
  const film_ms = Math.round(playedMs(file, pictures))
  if (!is_whole || !(film_ms > 0 && film_ms <= FILM_MAX_MS)) return 'not_a_film'
  if (!agreesWithItself(file, movie, film_ms)) return 'film_length_differs'
  const size = sizeOf(pictures)
  if (size.width * size.height > FILM_PIXELS_MAX) return 'image_pixels_too_many'
  const bitrate_kbps = Math.max(1, Math.round((content.byteLength * 8) / film_ms))
  if (bitrate_kbps > RATE_MAX_KBPS) return 'film_rate_too_high'
  const codecs = [pictures, ...movie.audioTracks.slice(0, 1)].map(({ codec }) => codec).join(',')
  return { film_ms, ...size, bitrate_kbps, codecs }
}

function isPlayed({ videoTracks, audioTracks }: Movie): boolean {
  const has_pictures = videoTracks.every(({ codec }) => {
    const level = PICTURES.exec(codec)?.[2]
    return level !== undefined && Number.parseInt(level, 16) <= LEVEL_MAX
  })
  return has_pictures && audioTracks.every(({ codec }) => SOUND.test(codec))
}

/** How long a track's samples take by their own times, whatever headers say. */
function playedMs(file: ISOFile, { id, timescale }: Track): number {
  const times = file.getTrackById(id).mdia.minf.stbl.stts
  const { sample_counts, sample_deltas } = times
  if (sample_counts.length === 0) {
    // A film in fragments has its times there.
    const samples = file.getTrackSamplesInfo(id)
    return (samples.reduce((sum, { duration }) => sum + duration, 0) / timescale) * 1_000
  }
  const units = sample_counts.reduce((sum, count, index) => sum + count * (sample_deltas[index] ?? 0), 0)
  return (units / timescale) * 1_000
}

/** Whether what headers say of the length, by which players go, is what the samples take; 0 says nothing. */
function agreesWithItself(file: ISOFile, movie: Movie, film_ms: number): boolean {
  const tracks = [...movie.videoTracks, ...movie.audioTracks]
  const longest_ms = Math.max(film_ms, ...tracks.map((track) => playedMs(file, track)))
  const agrees = (told: number, timescale: number, played_ms: number) =>
    told === 0 || Math.abs((told / timescale) * 1_000 - played_ms) <= LENGTH_DIFFERS_MAX_MS
  return (
    agrees(movie.duration, movie.timescale, longest_ms) &&
    tracks.every((track) => {
      const { mdhd } = file.getTrackById(track.id).mdia
      const played_ms = playedMs(file, track)
      return (
        agrees(mdhd.duration, mdhd.timescale, played_ms) &&
        agrees(track.movie_duration, track.movie_timescale, played_ms)
      )
    })
  )
}

/** The size of its pictures, turned where the film is (ISO/IEC 14496-12 §8.3.2). */
function sizeOf({ video, matrix }: Track): { width: number; height: number } {
  const { width = 0, height = 0 } = video ?? {}
  const is_turned = matrix[0] === 0 && matrix[4] === 0
  return is_turned ? { width: height, height: width } : { width, height }
}
