/**
 * The header by which every reply to a page of the office or of partners names the build that is served now; a page of
 * another build is older than the program, and says so.
 */
export const PAGE_BUILD_HEADER = 'x-page-build'
