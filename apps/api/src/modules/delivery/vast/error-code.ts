/** What a player could not name (VAST 4.2, error codes). */
const UNDEFINED_ERROR = 900

/** The code that a player filled in for `[ERRORCODE]`; any other text is an error that it could not name. */
export function errorCodeOf(told: string | undefined): number {
  return told !== undefined && /^[1-9]\d\d$/.test(told) ? Number(told) : UNDEFINED_ERROR
}
