import { readFileSync } from 'node:fs'
import type { DemoFile } from '../program.ts'
import { firstOf, signInByApi } from '../sign-in.ts'
import { SPEC_ROUTES } from '../spec-routes.ts'
import { pathsOf } from './app-routes.ts'

const ROUTES = new URL('../../../apps/web/src/app/routes.ts', import.meta.url)

/** A visitor who is not signed in, or one of the demo's customers. */
export const VIEWERS = ['visitor', 'first', 'second'] as const
export type Viewer = (typeof VIEWERS)[number]

/** A route, opened with content. */
export interface Screen {
  path: string
  /** The page's own name (`data-page`). */
  name: string
  /** The path with its parameters. */
  address: string
  viewer: Viewer
}

/** The second customer follows, has a draft, an exchange offer and a signed contract. */
const OF_SECOND = ['/ad-center/operated', '/ad-center/contract', '/wallet/foreign-exchange']
const UNKNOWN_PATH = '/no-such-page'

/** Every route of the app's list, with ids from the demo's API; throws if a route lacks its content. */
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
