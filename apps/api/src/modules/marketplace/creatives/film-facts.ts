import { createFile, type Movie, MP4BoxBuffer, type Track } from 'mp4box'

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

/** A token is good for an hour, and nobody could report the end of a longer film. */
const FILM_MAX_MS = 3_600_000
/** What browsers and televisions play: AVC, HEVC, VP9, AV1. */
const PICTURES = /^(avc[13]|hvc1|hev1|vp09|av01)\b/

/**
 * Reads a film's facts from its own tables; null where it is no film that can be played: without pictures, of unknown
 * coding, without length or of more than an hour, or cut off before
 * its last picture.
 */
export function filmFactsOf(content: Uint8Array<ArrayBuffer>): FilmFacts | null {
  const file = createFile(false)
  const whole = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength)
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(whole, 0), true)
  file.flush()
  if (!file.moov) return null
  const movie: Movie = file.getInfo()
  const [pictures] = movie.videoTracks
  if (!pictures?.video || !PICTURES.test(pictures.codec)) return null
  const samples = file.getTrackSamplesInfo(pictures.id)
  const is_whole = samples.every(({ offset, size }) => offset + size <= content.byteLength)
  const film_ms = Math.round(
    (samples.reduce((sum, { duration }) => sum + duration, 0) / pictures.timescale) * 1_000,
  )
  if (!is_whole || !(film_ms > 0 && film_ms <= FILM_MAX_MS)) return null
  return {
    film_ms,
    ...sizeOf(pictures),
    bitrate_kbps: Math.max(1, Math.round((content.byteLength * 8) / film_ms)),
    codecs: [pictures, ...movie.audioTracks.slice(0, 1)].map(({ codec }) => codec).join(','),
  }
}

/** The size of its pictures, turned where the film is (ISO/IEC 14496-12 §8.3.2). */
function sizeOf({ video, matrix }: Track): { width: number; height: number } {
  const { width = 0, height = 0 } = video ?? {}
  const is_turned = matrix[0] === 0 && matrix[4] === 0
  return is_turned ? { width: height, height: width } : { width, height }
}
