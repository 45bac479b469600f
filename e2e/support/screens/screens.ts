import { readFileSync } from 'node:fs'
import type { DemoFile } from '../program.ts'
import { firstOf, signInByApi } from '../sign-in.ts'
import { SPEC_ROUTES } from '../spec-routes.ts'
import { pathsOf } from './app-routes.ts'

const ROUTES = new URL('../../../apps/web/src/app/routes.ts', import.meta.url)

/** Who looks at a screen: nobody signed in, or one of the demo's customers. */
export const VIEWERS = ['visitor', 'first', 'second'] as const
export type Viewer = (typeof VIEWERS)[number]

/** One route as it is opened with something to see on it. */
export interface Screen {
  path: string
  /** As the page names itself (`data-page`). */
  name: string
  /** The path with what the page needs to know. */
  address: string
  viewer: Viewer
}

/** The demo's second customer follows, has a draft and an offer to exchange, and signed; everything else is the first one's. */
const OF_SECOND = ['/ad-center/operated', '/ad-center/contract', '/wallet/foreign-exchange']
const UNKNOWN_PATH = '/no-such-page'

/** Every route of the app's own list, with what the demo's API has for it; throws where a route lacks its content. */
export async function screensOf(url: string, demo: DemoFile): Promise<Screen[]> {
  const customer = demo.customers[0]
  const token = await signInByApi(url, customer)
  const paths = pathsOf(readFileSync(ROUTES, 'utf8'))
  return await Promise.all(
    paths.map(async (path) => {
      const route = SPEC_ROUTES.find((each) => each.path === path)
      const { needs } = route ?? {}
      const query = needs && `?${needs.parameter}=${await firstOf(url, token, needs.list, needs.member)}`
      const is_unknown = path === UNKNOWN_PATH
      return {
        path,
        name: is_unknown ? '*' : path.split('/').filter(Boolean).join('-'),
        address: `${path}${query ?? ''}`,
        viewer: viewerOf(path, is_unknown || route?.open === true),
      }
    }),
  )
}

function viewerOf(path: string, is_open: boolean): Viewer {
  if (is_open) return 'visitor'
  return OF_SECOND.includes(path) ? 'second' : 'first'
}
