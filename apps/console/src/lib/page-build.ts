import { createStore } from '@adtally/client/store.ts'
import { PAGE_BUILD_HEADER } from '@adtally/contract/operator/statement/page-build.ts'
import { metaOf } from './page-settings.ts'

/** Whether the program now serves another build of this page than the one that runs here. */
export const page_is_older = createStore(false)

/** Hears from a reply which build is served. */
export function noteBuild(headers: Headers): void {
  const [own, served] = [metaOf('page-build'), headers.get(PAGE_BUILD_HEADER)]
  if (own !== '' && served !== null && served !== own) page_is_older.set(true)
}

/** Loads the page anew; tests put something else in its place, since a page that is loaded anew ends them. */
export const reloading = { now: () => window.location.reload() }
