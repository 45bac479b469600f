/** What a picture lacks of a creative's members. */
export const NO_FILM = {
  film_ms: null,
  film_bitrate_kbps: null,
  film_codecs: null,
  skip_after_ms: null,
  omid_vendor: null,
  omid_url: null,
  omid_parameters: null,
  vast_url: null,
} as const
